import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createLineSplitter } from '../src/core/lines.ts'
import { measureInTurns, medianRatio } from './measure.ts'
import type { Row } from './row.ts'

const LINE_BYTES = 16 * 1024 * 1024
const READ_BYTES = 1_460

/** One line of 16 MiB in network-sized reads: time against one read, and memory against the line. */
export function benchSplit(): Row[] {
  return (['ASCII', 'non-Latin'] as const).flatMap((script) => {
    const bytes = longLine(script)
    const [torn, whole] = measureInTurns([
      { name: 'torn', work: () => readIn(bytes, READ_BYTES) },
      { name: 'whole', work: () => readIn(bytes, bytes.length) },
    ])
    const ratio = medianRatio(torn, whole)
    const growth = memoryGrowth(script) / LINE_BYTES
    return [
      {
        what: `splitter, 16 MiB ${script} line in 1,460-byte reads, time`,
        figure: `${ratio.toFixed(2)} x one read`,
        detail: `${torn?.medianMs.toFixed(0)} ms against ${whole?.medianMs.toFixed(0)} ms`,
        target: 'at most 4 x',
        met: ratio <= 4,
      },
      {
        what: `splitter, the same, peak memory`,
        figure: `${growth.toFixed(2)} x the line`,
        detail: 'growth of the peak RSS of a fresh process, the line itself included',
        target: 'at most 3 x',
        met: growth <= 3,
      },
    ]
  })
}

function readIn(bytes: Uint8Array, size: number): number {
  const splitter = createLineSplitter()
  let length = 0
  for (let start = 0; start < bytes.length; start += size) {
    for (const line of splitter.push(bytes.subarray(start, start + size))) length += line.text.length
  }
  return length
}

function longLine(script: string): Uint8Array {
  const unit = new TextEncoder().encode(
    script === 'ASCII' ? 'text "quoted", and more. ' : 'text “quoted” — and. ',
  )
  const bytes = new Uint8Array(LINE_BYTES)
  for (let start = 0; start + unit.length < bytes.length; start += unit.length) bytes.set(unit, start)
  bytes[bytes.length - 1] = 0x0a
  return bytes
}

/** How far the peak memory of a fresh process grows while it reads the line from reads that it makes one by one. */
function memoryGrowth(script: string): number {
  const code = `
    const { createLineSplitter } = await import(${JSON.stringify(new URL('../dist/core/lines.js', import.meta.url).href)})
    const unit = Buffer.from(${JSON.stringify(script === 'ASCII' ? 'x' : '— xyz ')}.repeat(${READ_BYTES}))
    const chunk = new Uint8Array(${READ_BYTES})
    chunk.set(unit.subarray(0, ${READ_BYTES}))
    createLineSplitter().push(new Uint8Array(100_000))
    const before = process.memoryUsage().rss
    const splitter = createLineSplitter()
    for (let read = 0; read < ${LINE_BYTES}; read += chunk.length) splitter.push(chunk)
    const [line] = splitter.push(Uint8Array.of(10))
    process.stdout.write(String(process.resourceUsage().maxRSS * 1024 - before + 0 * line.text.length))`
  return Number(
    execFileSync(process.execPath, ['--input-type=module', '--eval', code], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      encoding: 'utf8',
    }),
  )
}
