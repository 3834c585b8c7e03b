import { setTimeout as delay } from 'node:timers/promises'
import { readSpoolText } from '../server/spool-text.ts'
import type { RunRecord, Store, StoredEvent, StoredLine } from '../store/index.ts'
import { type FollowOptions, followEvents, followLines } from './follow.ts'
import { writeTo } from './output.ts'
import { sanitizeText } from './render/terminal-text.ts'

/**
 * Prints what a harness without a protocol printed, as text without escape sequences: stdout to stdout, stderr to stderr.
 * How a run ended is a row of a timeline, by `print`.
 */
export async function printPlainOutput(
  store: Store,
  taskId: string,
  print: (events: StoredEvent[]) => Promise<void>,
  options: FollowOptions,
): Promise<void> {
  const printLines = (lines: StoredLine[]) => writeTo(process.stdout, lines.map(plainLine).join(''))
  const atOnce: FollowOptions = { ...options, isOver: async () => true }
  for (const run of await store.listRuns(taskId)) {
    await Promise.all([
      followLines(store, taskId, run.id, printLines, options),
      followStderr(store, run, options),
    ])
    const printEnd = (events: StoredEvent[]) =>
      print(events.filter((event) => isEndOf(run, event)).map(withoutSummary))
    await followEvents(store, taskId, printEnd, atOnce)
  }
}

function isEndOf(run: RunRecord, { run: runId, type }: StoredEvent): boolean {
  return runId === run.id && type === 'session.ended'
}

/** The summary is the end of stderr, which stands above already. */
function withoutSummary(event: StoredEvent): StoredEvent {
  return { ...event, payload: { ...event.payload, summary: null } }
}

function plainLine({ source, cut }: StoredLine): string {
  const text = typeof source === 'string' ? source : Buffer.from(source).toString('utf8')
  return `${sanitizeText(text)}${cut ? ' … (the rest of this line was not kept)' : ''}\n`
}

const STDERR_POLL_MS = 100
const STDERR_PAGE_BYTES = 256 * 1024

/** Nobody tells when stderr grows: it is looked at every 100 ms. Whole lines only, so that no escape sequence is split. */
async function followStderr(store: Store, run: RunRecord, { isOver, signal }: FollowOptions): Promise<void> {
  let nextByte = 0
  let rest = ''
  for (;;) {
    const over = await isOver()
    const record = (await store.getRun(run.id)) ?? run
    for (let hasMore = true; hasMore && !signal?.aborted; ) {
      const page = await readSpoolText(record, nextByte, STDERR_PAGE_BYTES)
      nextByte = page.nextByte
      hasMore = page.hasMore
      const lines = `${rest}${page.text}`.split('\n')
      rest = lines.pop() ?? ''
      await writeTo(process.stderr, lines.map((line) => `${sanitizeText(line)}\n`).join(''))
    }
    if (over || signal?.aborted) break
    await delay(STDERR_POLL_MS)
  }
  if (rest !== '') await writeTo(process.stderr, `${sanitizeText(rest)}\n`)
}
