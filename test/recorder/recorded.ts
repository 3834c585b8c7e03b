import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { recordRun, type StartOptions, startRun } from '../../src/recorder/index.ts'
import {
  openStore,
  type RunRecord,
  type Store,
  type StoredEvent,
  type StoredLine,
  storePathOf,
  type TaskRecord,
} from '../../src/store/index.ts'

/** A store in a folder of its own, removed when the test is over. */
export async function openHome(): Promise<{ home: string; store: Store }> {
  const home = await mkdtemp(join(tmpdir(), 'agent-stream-recorder-'))
  const store = await openStore(storePathOf(home))
  onTestFinished(async () => {
    await store.close()
    await rm(home, { recursive: true, force: true })
  })
  return { home, store }
}

/** The path of a fake harness. */
export function harness(name: string): string {
  return fileURLToPath(new URL(`../../fixtures/harnesses/${name}`, import.meta.url))
}

/** Everything that is stored of a run. */
export type Recorded = { task: TaskRecord; run: RunRecord; events: StoredEvent[]; lines: StoredLine[] }

/** Runs a command to its end and gives what is stored of it. */
export async function record(store: Store, home: string, options: Partial<StartOptions>): Promise<Recorded> {
  const { taskId, runId } = await startRun(store, {
    home,
    command: ['true'],
    protocol: 'none',
    prompt: '',
    ...options,
  })
  await recordRun(store, runId)
  return await readRecorded(store, taskId, runId)
}

/** What is stored of a run. */
export async function readRecorded(store: Store, taskId: string, runId: string): Promise<Recorded> {
  const [task, run] = [await store.getTask(taskId), await store.getRun(runId)]
  if (!task || !run) throw new Error('The run is not in the store.')
  const events: StoredEvent[] = []
  for (let since = 0, hasMore = true; hasMore; ) {
    const page = await store.readEvents({ taskId, since, limit: 2_000 })
    events.push(...page.events)
    since = page.lastSeq ?? since
    hasMore = page.hasMore
  }
  return { task, run, events, lines: await store.readLines(runId, 0, 1_000_000) }
}

/** The store as it will be an hour after its runs began. */
export function anHourLater(store: Store): Store {
  const aged = (run: RunRecord | null): RunRecord | null =>
    run && { ...run, createdAt: run.createdAt - 3_600_000, startedAt: (run.startedAt ?? 0) - 3_600_000 }
  return { ...store, getRun: async (id: string) => aged(await store.getRun(id)) }
}
