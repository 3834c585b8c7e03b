import { SPAN_LANES, SPAN_MARKS, type Span } from '../core/span.ts'

/** A span in a block: its kind (1 byte), when it began (8), its amount (4), its seq (4). */
const SPAN_BYTES = 17

/** So many spans make a full block: it is written again for each batch until it is full, and never after that. */
export const SPANS_A_BLOCK = 512

/** Kinds by their number in a block: marks begin at 128, so that either list can grow. */
const FIRST_MARK = 128
const MAX_AMOUNT = 2 ** 32 - 1

const NUMBER_BY_KIND: ReadonlyMap<string, number> = new Map<string, number>([
  ...SPAN_LANES.map((lane, index) => [lane, index] as const),
  ...SPAN_MARKS.map((mark, index) => [mark, FIRST_MARK + index] as const),
])

/** Spans as bytes, little end first on every machine. */
export function packSpans(spans: readonly Span[]): Uint8Array {
  const bytes = new Uint8Array(spans.length * SPAN_BYTES)
  const view = new DataView(bytes.buffer)
  for (const [index, { kind, at, amount, seq }] of spans.entries()) {
    const place = index * SPAN_BYTES
    view.setUint8(place, NUMBER_BY_KIND.get(kind) ?? 0)
    view.setFloat64(place + 1, at, true)
    view.setUint32(place + 9, Math.min(Math.max(amount, 0), MAX_AMOUNT), true)
    view.setUint32(place + 13, seq, true)
  }
  return bytes
}

/** How many spans some bytes hold. */
export function countSpans(bytes: Uint8Array): number {
  return Math.floor(bytes.length / SPAN_BYTES)
}

/** Hands over each span in some bytes; kinds of a newer version are left out. */
export function unpackSpans(
  bytes: Uint8Array,
  take: (kind: Span['kind'], at: number, amount: number, seq: number) => void,
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let place = 0; place + SPAN_BYTES <= bytes.length; place += SPAN_BYTES) {
    const number = view.getUint8(place)
    const kind = number < FIRST_MARK ? SPAN_LANES[number] : SPAN_MARKS[number - FIRST_MARK]
    if (!kind) continue
    take(
      kind,
      view.getFloat64(place + 1, true),
      view.getUint32(place + 9, true),
      view.getUint32(place + 13, true),
    )
  }
}
