import { HARNESSES } from '../test/conformance/harnesses.ts'
import { readRecordings } from '../test/recordings.ts'
import { measureInTurns, medianRatio } from './measure.ts'
import type { Row } from './row.ts'

// The built library: tsx adds a call for every function expression, which would be measured with it.
const { parseLines }: typeof import('../src/index.ts') = await import(
  new URL('../dist/index.js', import.meta.url).href
)

const CORPUS_BYTES = 50 * 1024 * 1024
const LINE_SIZES = [200, 2_000, 20_000, 200_000, 2_000_000]
const SIZED_CORPUS_BYTES = 16 * 1024 * 1024
const DIALECT_LIMIT = 1.3

/** Lines that are decoded and read together, as one read of a spool gives them. */
type Batch = Uint8Array[]

/** `parseLines` of lines against decoding and parsing the same lines; what decoding them for us adds is told beside it. */
export function benchParse(recordingsFolder?: string): Row[] {
  const recordings = readRecordings('claude', recordingsFolder).map(({ lines }) => batchOf(lines))
  return [
    compare('recordings, 50 MB', 'claude-stream', repeat(recordings, CORPUS_BYTES), 1.25),
    ...LINE_SIZES.map((size) => compare(`lines of ${nameOf(size)}`, 'claude-stream', linesOf(size))),
    ...[...batchesByProtocol(recordingsFolder)].map(([protocol, batches]) =>
      compare(`recordings of ${protocol}`, protocol, repeat(batches, SIZED_CORPUS_BYTES), DIALECT_LIMIT),
    ),
  ]
}

/** The recordings of each dialect, by its protocol; a stream with open stdin is read as the other. */
function batchesByProtocol(recordingsFolder?: string): Map<string, Batch[]> {
  const batches = new Map<string, Batch[]>()
  for (const facts of HARNESSES) {
    for (const recording of readRecordings(facts.folder, recordingsFolder)) {
      if (facts.isOwn?.(recording) === false) continue
      const protocol = facts.protocolOf(recording).replace(/-stream$/, '-json')
      const batch = batchOf(recording.lines)
      if (batch.length > 0) batches.set(protocol, [...(batches.get(protocol) ?? []), batch])
    }
  }
  return batches
}

/** Lines that are no JSON (prose, a line cut by SIGKILL) have nothing to compare with. */
function batchOf(lines: string[]): Batch {
  return lines.filter((line) => line.startsWith('{') && line.endsWith('}')).map(encode)
}

function compare(what: string, protocol: string, batches: Batch[], limit?: number): Row {
  const bytes = batches.flat().reduce((sum, line) => sum + line.length, 0)
  const texts = batches.map((batch) => batch.map(decode))
  const [ours, plain, whole] = measureInTurns([
    { name: 'parseLines', work: () => texts.reduce((sum, lines) => sum + read(protocol, lines), 0) },
    { name: 'decode + JSON.parse', work: () => batches.reduce((sum, batch) => sum + parsePlain(batch), 0) },
    {
      name: 'decode + parseLines',
      work: () => batches.reduce((sum, batch) => sum + read(protocol, batch.map(decode)), 0),
    },
  ])
  const ratio = medianRatio(ours, plain)
  const speed = (ms = Number.NaN): string => `${(bytes / 1e6 / (ms / 1000)).toFixed(0)} MB/s`
  return {
    what: `parseLines, ${what}`,
    figure: `${ratio.toFixed(2)} x decode + JSON.parse`,
    detail: `${speed(ours?.medianMs)} against ${speed(plain?.medianMs)}; ${medianRatio(whole, plain).toFixed(2)} x with decoding`,
    ...(limit === undefined ? {} : { target: `at most ${limit} x`, met: ratio <= limit }),
  }
}

function read(protocol: string, lines: string[]): number {
  return parseLines(protocol, lines).length
}

function parsePlain(batch: Batch): number {
  const values = batch.map((line) => JSON.parse(decode(line)))
  return values.length
}

function repeat(batches: Batch[], bytes: number): Batch[] {
  const repeated: Batch[] = []
  let size = 0
  while (size < bytes) {
    for (const batch of batches) {
      repeated.push(batch)
      size += batch.reduce((sum, line) => sum + line.length, 0)
    }
  }
  return repeated
}

/** Tool results of about `size` bytes whose text is program source, with an escape every 40 characters or so. */
function linesOf(size: number): Batch[] {
  const source =
    'export function add(left: number, right: number): number {\n  return left + right // "sum"\n}\n'
  const overhead = JSON.stringify(toolResult('')).length
  const text = source.repeat(Math.ceil(size / source.length)).slice(0, Math.max(0, (size - overhead) * 0.94))
  const line = encode(JSON.stringify(toolResult(text)))
  const batchLines = Math.max(1, Math.floor((256 * 1024) / line.length))
  const batch: Batch = Array.from({ length: batchLines }, () => line.slice())
  return Array.from({ length: Math.ceil(SIZED_CORPUS_BYTES / (line.length * batchLines)) }, () => batch)
}

function toolResult(content: string): unknown {
  const block = { type: 'tool_result', tool_use_id: 'toolu_01A', is_error: false, content }
  return { type: 'user', message: { role: 'user', content: [block] }, session_id: 'ef45799e' }
}

function nameOf(bytes: number): string {
  if (bytes >= 1e6) return `${bytes / 1e6} MB`
  return bytes >= 1e3 ? `${bytes / 1e3} KB` : `${bytes} B`
}

const encoder = new TextEncoder()
const encode = (text: string): Uint8Array => encoder.encode(text)
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const decode = (bytes: Uint8Array): string => decoder.decode(bytes)
