import type { NormalizedEvent } from '../../src/core/events.ts'
import { createSession } from '../../src/dialects/registry.ts'
import { createBatchBuilder } from '../../src/recorder/batch-builder.ts'
import { createId, type Store } from '../../src/store/index.ts'

const LEASE_MS = 600_000
const BATCH_LINES = 1_000

/** What a writer takes: a line of the harness, or an event of the platform. */
export type Entry = string | NormalizedEvent

/** Writes a task into a store by the store's own batches, without a process that prints it. */
export type TaskWriter = {
  taskId: string
  /** Adds what the harness printed next; it can be read when this resolves. */
  write(entries: Iterable<Entry>): Promise<void>
  /** The run is over. */
  end(): Promise<void>
}

/** Makes an empty task with one run, whose lines have times a second apart. */
export async function createTaskWriter(
  store: Store,
  { protocol, title, startAt = Date.now() }: { protocol: string; title: string; startAt?: number },
): Promise<TaskWriter> {
  const taskId = createId()
  await store.createTask({ id: taskId, title, titleOrigin: 'human', protocol, createdAt: startAt })
  const made = { protocol, command: ['agent'], cwd: null, createdAt: startAt, folder: null }
  const run = await store.createRun({ id: createId(), taskId, ...made })
  const lease = await store.acquireLease(run.id, 'test', LEASE_MS)
  if (lease === null) throw new Error('Another process writes the run.')
  const state = createSession({ protocol })
  const builder = createBatchBuilder(run, state)
  let [cursor, offset, now] = [0, 0, startAt]

  async function commit(): Promise<void> {
    if (builder.isEmpty) return
    await store.renewLease(run.id, lease ?? '', LEASE_MS)
    await store.commitBatch(
      builder.take({ lease: lease ?? '', fromCursor: cursor, toCursor: offset, lastAt: now }),
    )
    cursor = offset
  }

  return {
    taskId,
    async write(entries) {
      for (const entry of entries) {
        now += 1_000
        if (typeof entry !== 'string') {
          builder.addOwnEvent(entry, now)
          continue
        }
        const bytes = Buffer.byteLength(entry)
        builder.addLine({ text: entry, offset, bytes, cut: false }, null, now, 'read')
        offset += bytes + 1
        if (builder.lineCount >= BATCH_LINES) await commit()
      }
      await commit()
    },
    async end() {
      await store.changeRun(run.id, { endedAt: now, exitCode: 0, complete: true })
      await store.releaseLease(run.id, lease)
    },
  }
}
