import { createSession, FOLD_VERSION, type SessionView, viewOf } from '../../src/index.ts'
import { type Batch, createId, type NewEvent, type NewRun, type Store } from '../../src/store/index.ts'

/** The state of a task that has said nothing. */
export const STATE: SessionView = viewOf(createSession())

/** A run without its ids. */
export const RUN: Omit<NewRun, 'id' | 'taskId'> = {
  protocol: 'jsonl',
  command: ['echo', 'é'],
  cwd: '/tmp',
  createdAt: 1,
  folder: null,
}

/** A task and its run. */
export type Place = { taskId: string; runId: string }

/** Adds a task with one run. */
export async function addTask(store: Store, title: string | null = 'A task'): Promise<Place> {
  const taskId = createId()
  const runId = createId()
  const now = Date.now()
  await store.createTask({
    id: taskId,
    title,
    titleOrigin: title === null ? null : 'human',
    protocol: 'jsonl',
    createdAt: now,
  })
  await store.createRun({ ...RUN, id: runId, taskId })
  return { taskId, runId }
}

/** A message of the assistant. */
export function message(text: string): { type: string; payload: Record<string, unknown> } {
  return { type: 'message', payload: { role: 'assistant', text, truncated: false } }
}

/** An event to store, of a line at an offset. */
export function eventOf(event: { type: string; payload: Record<string, unknown> }, offset: number): NewEvent {
  return { ...event, ts: 1, tsKind: 'read', offset, index: 0 }
}

/** A batch of lines, each of which gives one `raw` event. */
export function makeBatch(
  { taskId, runId }: Place,
  lease: string,
  fromCursor: number,
  texts: readonly string[],
): Batch {
  let offset = fromCursor
  const lines = texts.map((source) => {
    const line = { offset, ts: 1, source, attachments: [], cut: false }
    offset += Buffer.byteLength(source) + 1
    return line
  })
  const events = lines.map((line) =>
    eventOf({ type: 'raw', payload: { text: line.source, truncated: false } }, line.offset),
  )
  return {
    taskId,
    runId,
    lease,
    fromCursor,
    toCursor: offset,
    lines,
    events,
    attachments: [],
    state: STATE,
    foldVersion: FOLD_VERSION,
    lastAt: 1,
  }
}

/** Writes a run's first events, one a line. */
export async function fill(
  store: Store,
  place: Place,
  events: readonly { type: string; payload: Record<string, unknown> }[],
  state: SessionView = STATE,
): Promise<void> {
  const lease = String(await store.acquireLease(place.runId, 'fill', 60_000))
  const batch = makeBatch(
    place,
    lease,
    0,
    events.map((_, index) => `line ${index}`),
  )
  const placed = events.map((event, index) => eventOf(event, batch.lines[index]?.offset ?? 0))
  await store.commitBatch({ ...batch, events: placed, state })
  await store.releaseLease(place.runId, lease)
}

/** Lines in a batch of `textsOfBatch`. */
export const LINES_A_BATCH = 20

/** The lines of a run's batch by its number: short and long ones, no two alike. */
export function textsOfBatch(runId: string, batch: number): string[] {
  return Array.from(
    { length: LINES_A_BATCH },
    (_, index) => `${runId} ${batch} ${index} ${'x'.repeat(index * 90)}`,
  )
}
