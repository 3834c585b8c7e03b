import { numberOfKind, type Span } from '../core/span.ts'

/** A span in a block: the number of its kind (1 byte), when it began (8), its amount (4), its seq (4). */
const SPAN_BYTES = 17

/** So many spans make a full block: it is written again for each batch until it is full, and never after that. */
export const SPANS_A_BLOCK = 512

const MAX_AMOUNT = 2 ** 32 - 1

/** Spans as bytes, little end first on every machine. */
export function packSpans(spans: readonly Span[]): Uint8Array {
  const bytes = new Uint8Array(spans.length * SPAN_BYTES)
  const view = new DataView(bytes.buffer)
  for (const [index, { kind, at, amount, seq }] of spans.entries()) {
    const place = index * SPAN_BYTES
    view.setUint8(place, numberOfKind(kind))
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

/** Hands over each span in some bytes, with the number of its kind. */
export function unpackSpans(
  bytes: Uint8Array,
  take: (kind: number, at: number, amount: number, seq: number) => void,
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let place = 0; place + SPAN_BYTES <= bytes.length; place += SPAN_BYTES) {
    const at = view.getFloat64(place + 1, true)
    take(view.getUint8(place), at, view.getUint32(place + 9, true), view.getUint32(place + 13, true))
  }
}
