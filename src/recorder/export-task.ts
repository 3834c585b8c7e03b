import { objects, str } from '../core/read.ts'
import type { RunRecord, Store, StoredEvent, StoredLine } from '../store/store.ts'

/** Version of the file that a task is exported to. */
export const EXPORT_VERSION = 1

const LINES_PAGE = 200
const EVENTS_PAGE = 1_000

/**
 * A task as the lines of one portable file, each ending in `\n`: a header with the task and its runs, then of each run every
 * line of stdout to the letter, and what the platform itself recorded in its place among them. Throws when there is no such
 * task.
 */
export async function* exportTask(store: Store, taskId: string): AsyncGenerator<string> {
  const task = await store.getTask(taskId)
  if (!task) throw new TypeError(`There is no task ${taskId} in ${store.location}.`)
  const runs = await store.listRuns(taskId)
  const { id, title, titleOrigin, protocol, createdAt } = task
  yield json({
    agentStream: EXPORT_VERSION,
    task: { id, title, titleOrigin, protocol, createdAt },
    runs: runs.map(describeRun),
  })
  const own = await readOwnEvents(store, taskId)
  for (const run of runs) {
    const events = own.filter(({ event }) => event.run === run.id)
    for await (const line of readAllLines(store, run.id)) {
      for (const { event } of events.splice(0, countUpTo(events, line.offset))) {
        yield json(await describeOwn(store, run, event))
      }
      yield json(describeLine(run, line))
    }
    for (const { event } of events) yield json(await describeOwn(store, run, event))
  }
}

/** An event of the platform, and the offset of the last line before it; -1 before any. */
type OwnEvent = { event: StoredEvent; after: number }

async function readOwnEvents(store: Store, taskId: string): Promise<OwnEvent[]> {
  const own: OwnEvent[] = []
  let before: StoredEvent | null = null
  for (let since = 0, hasMore = true; hasMore; ) {
    const page = await store.readEvents({ taskId, since, limit: EVENTS_PAGE })
    for (const event of page.events) {
      if (event.hasSource) before = event
      else own.push({ event, after: await offsetOf(store, taskId, event, before) })
    }
    since = page.lastSeq ?? since
    hasMore = page.hasMore
  }
  return own
}

async function offsetOf(
  store: Store,
  taskId: string,
  event: StoredEvent,
  before: StoredEvent | null,
): Promise<number> {
  if (before?.run !== event.run) return -1
  const source = await store.getEventLine(taskId, before.seq)
  return source?.line.offset ?? -1
}

function countUpTo(events: readonly OwnEvent[], offset: number): number {
  const next = events.findIndex(({ after }) => after >= offset)
  return next === -1 ? events.length : next
}

async function* readAllLines(store: Store, runId: string): AsyncGenerator<StoredLine> {
  for (let from = 0; ; ) {
    const lines = await store.readLines(runId, from, LINES_PAGE)
    yield* lines
    const last = lines.at(-1)
    if (!last) return
    from = last.offset + 1
  }
}

function describeRun(run: RunRecord): Record<string, unknown> {
  const { folder: _folder, cursor: _cursor, complete: _complete, taskId: _taskId, ...rest } = run
  return rest
}

function describeLine(
  { ordinal }: RunRecord,
  { offset, ts, source, cut, repeated }: StoredLine,
): Record<string, unknown> {
  const text =
    typeof source === 'string' ? { line: source } : { base64: Buffer.from(source).toString('base64') }
  return { run: ordinal, offset, ts, ...text, ...(cut ? { cut } : {}), ...(repeated ? { repeated } : {}) }
}

async function describeOwn(
  store: Store,
  { ordinal }: RunRecord,
  { ts, type, payload }: StoredEvent,
): Promise<Record<string, unknown>> {
  const files = await readFiles(store, payload)
  return { run: ordinal, ts, event: { type, payload }, ...(files.length > 0 ? { files } : {}) }
}

/** The files that a person gave with words: no line of the harness has them. */
async function readFiles(store: Store, payload: Record<string, unknown>): Promise<unknown[]> {
  const ids = objects(payload.files).flatMap((file) => str(file.id) ?? [])
  const found = await Promise.all(ids.map((id) => store.getAttachment(id)))
  return found.flatMap((file) =>
    file ? [{ mediaType: file.mediaType, base64: Buffer.from(file.bytes).toString('base64') }] : [],
  )
}

function json(value: unknown): string {
  return `${JSON.stringify(value)}\n`
}
