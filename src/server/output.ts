import type { Hono } from 'hono'
import type { RunRecord, Store } from '../store/store.ts'
import type { AppSettings } from './app.ts'
import { findTask } from './find-task.ts'
import { formatOutputPosition, parseOutputPosition, type RunPosition } from './output-cursor.ts'
import { readSpoolText } from './spool-text.ts'

/** A stretch of what one run printed. */
export type OutputChunk = {
  run: string
  stream: 'stdout' | 'stderr'
  /** Whole lines of stdout, each with its newline; any stretch of stderr. Bytes that are not UTF-8 are U+FFFD. */
  text: string
  /** When the first line was read (ms); null for stderr, which nobody times. */
  ts: number | null
  /** A line was too long to be kept whole. */
  cut?: true
}

/** A page of output. */
export type OutputPage = {
  output: OutputChunk[]
  /** Give it as `after` to go on; at the end of the output too, where more may come. */
  next: string
  /** There is more right now. */
  hasMore: boolean
}

/** A page ends once it holds so many UTF-16 units. */
const PAGE_UNITS = 524_288
/** Lines are asked for in growing steps, because one line may have 16 MiB. */
const FIRST_STEP_LINES = 16
const MOST_STEP_LINES = 1_024

/** Adds the route that gives what a task's runs printed, as text: of each run stdout, then stderr. */
export function routeOutput(app: Hono, { store }: AppSettings): void {
  app.get('/api/tasks/:id/output', async (context) => {
    const task = await findTask(store, context)
    return context.json(await readOutput(store, task.id, context.req.query('after') ?? null))
  })
}

/** The page of a task's output after a position; the work is in proportion to the page, not to what lies before it. */
async function readOutput(store: Store, taskId: string, after: string | null): Promise<OutputPage> {
  const { lastOrdinal, open } = parseOutputPosition(after)
  const runs = await store.listRuns(taskId)
  const known = new Map(open.map((position) => [position.ordinal, position]))
  const left: RunPosition[] = []
  const output: OutputChunk[] = []
  let last = lastOrdinal
  let units = 0
  let hasMore = false

  for (const run of runs) {
    const begun = run.ordinal <= lastOrdinal
    const position = known.get(run.ordinal) ?? { ordinal: run.ordinal, stdout: 0, stderr: 0 }
    if (begun && !known.has(run.ordinal)) continue
    if (units >= PAGE_UNITS) {
      hasMore = true
      if (begun) left.push(position)
      continue
    }
    last = Math.max(last, run.ordinal)
    const read = await readRun(store, run, position, PAGE_UNITS - units)
    for (const chunk of read.chunks) units += chunk.text.length
    output.push(...read.chunks)
    hasMore ||= read.hasMore
    if (read.hasMore || !run.complete) left.push(read.position)
  }
  return { output, next: formatOutputPosition({ lastOrdinal: last, open: left }), hasMore }
}

async function readRun(store: Store, run: RunRecord, from: RunPosition, mostUnits: number) {
  const position = { ...from }
  const chunks: OutputChunk[] = []
  const stdout = await readStdout(store, run.id, position.stdout, mostUnits)
  if (stdout.chunk) chunks.push(stdout.chunk)
  position.stdout = stdout.nextOffset
  const leftUnits = mostUnits - (stdout.chunk?.text.length ?? 0)
  if (stdout.hasMore || leftUnits <= 0) return { chunks, position, hasMore: true }
  const stderr = await readSpoolText(run, position.stderr, leftUnits)
  if (stderr.text !== '') chunks.push({ run: run.id, stream: 'stderr', text: stderr.text, ts: null })
  position.stderr = stderr.nextByte
  return { chunks, position, hasMore: stderr.hasMore }
}

async function readStdout(store: Store, runId: string, fromOffset: number, mostUnits: number) {
  let nextOffset = fromOffset
  let step = FIRST_STEP_LINES
  let ts: number | null = null
  let units = 0
  let cut = false
  let hasMore = true
  const parts: string[] = []
  while (hasMore && units < mostUnits) {
    const lines = await store.readLines(runId, nextOffset, step)
    for (const line of lines) {
      const text =
        typeof line.source === 'string'
          ? line.source
          : new TextDecoder('utf-8', { ignoreBOM: true }).decode(line.source)
      parts.push(text, '\n')
      units += text.length + 1
      ts ??= line.ts
      cut ||= line.cut
      nextOffset = line.offset + 1
    }
    hasMore = lines.length === step
    step = Math.min(MOST_STEP_LINES, step * 2)
  }
  const text = parts.join('')
  const chunk: OutputChunk | null =
    text === '' ? null : { run: runId, stream: 'stdout', text, ts, ...(cut ? { cut } : {}) }
  return { chunk, nextOffset, hasMore }
}
