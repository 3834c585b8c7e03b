import { setTimeout as delay } from 'node:timers/promises'
import { readSpoolText } from '../server/spool-text.ts'
import type { RunRecord, Store, StoredEvent, StoredLine } from '../store/index.ts'
import { type FollowOptions, followEvents, followLines } from './follow.ts'
import { writeTo } from './output.ts'
import { sanitizeText } from './render/terminal-text.ts'

/**
 * Prints what a harness without a protocol printed, as text without escape sequences: stdout to stdout, stderr to stderr.
 * The human's words and the end are rows of a timeline, by `print`.
 */
export async function printPlainOutput(
  store: Store,
  taskId: string,
  print: (events: StoredEvent[]) => Promise<void>,
  options: FollowOptions,
): Promise<void> {
  const atOnce: FollowOptions = { ...options, isOver: async () => true }
  const printOnly = (run: RunRecord, isEnd: boolean) =>
    followEvents(
      store,
      taskId,
      (events) => {
        const rows = events.filter(
          (event) => event.run === run.id && (event.type === 'session.ended') === isEnd,
        )
        // What stderr said stands above already.
        return print(rows.map((event) => ({ ...event, payload: { ...event.payload, summary: null } })))
      },
      atOnce,
    )
  for (const run of await store.listRuns(taskId)) {
    await printOnly(run, false)
    const printLines = (lines: StoredLine[]) => writeTo(process.stdout, lines.map(plainLine).join(''))
    await Promise.all([
      followLines(store, taskId, run.id, printLines, options),
      followStderr(store, run, options),
    ])
    await printOnly(run, true)
  }
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
