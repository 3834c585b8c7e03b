import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { RunRecord, Store } from '../store/store.ts'
import { removeRunFolders } from './remove-run-folders.ts'
import { runFiles } from './run-folder.ts'

/** What is pruned. */
export type PruneOptions = {
  /** Tasks whose last line is older go, with everything of theirs (ms, UTC); null: none. */
  tasksBefore: number | null
  /** Spools of stdout whose every byte is in the store go too. */
  spools: boolean
  /** Only says what would go. */
  dryRun?: boolean
}

/** What was pruned, or would be. */
export type Pruned = {
  tasks: string[]
  /** Runs whose spool of stdout went, and how many bytes that gave back. */
  spools: string[]
  bytes: number
  /** Runs whose spool stays because the store does not hold every byte of it. */
  kept: string[]
}

const PAGE = 200

/** Removes old tasks and the spools of stdout that the store holds to the last byte. Tasks with a living run are left alone. */
export async function prune(
  store: Store,
  { tasksBefore, spools, dryRun = false }: PruneOptions,
): Promise<Pruned> {
  const pruned: Pruned = { tasks: [], spools: [], bytes: 0, kept: [] }
  for await (const { id, lastAt, createdAt } of allTasks(store)) {
    const runs = await store.listRuns(id)
    if (runs.some((run) => !run.complete)) continue
    if (tasksBefore !== null && (lastAt ?? createdAt) < tasksBefore) {
      pruned.tasks.push(id)
      if (dryRun) continue
      await store.removeTask(id)
      await removeRunFolders(runs)
    } else if (spools) {
      for (const run of runs) await pruneSpool(store, run, pruned, dryRun)
    }
  }
  return pruned
}

async function pruneSpool(store: Store, run: RunRecord, pruned: Pruned, dryRun: boolean): Promise<void> {
  if (run.folder === null) return
  const { stdout } = runFiles(run.folder)
  const size = await stat(stdout).then(
    (stats) => stats.size,
    () => 0,
  )
  if (size === 0) return
  if (!(await isWholeInStore(store, run, stdout))) {
    pruned.kept.push(run.id)
    return
  }
  pruned.spools.push(run.id)
  pruned.bytes += size
  if (!dryRun) await rm(stdout)
}

/** Whether the lines in the store, put together, are the spool byte for byte. */
async function isWholeInStore(store: Store, run: RunRecord, stdout: string): Promise<boolean> {
  const lines = lineBytes(store, run.id)
  let expected: Uint8Array = new Uint8Array(0)
  for await (const chunk of createReadStream(stdout) as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length; ) {
      while (expected.length === 0) {
        const next = await lines.next()
        // The last line may have no newline of its own.
        if (next.done) return false
        expected = next.value
      }
      const length = Math.min(expected.length, chunk.length - at)
      if (!chunk.subarray(at, at + length).equals(expected.subarray(0, length))) return false
      expected = expected.subarray(length)
      at += length
    }
  }
  return (expected.length === 0 || expected.length === 1) && (await lines.next()).done === true
}

async function* lineBytes(store: Store, runId: string): AsyncGenerator<Uint8Array> {
  for (let from = 0; ; ) {
    const lines = await store.readLines(runId, from, PAGE)
    for (const { source, cut } of lines) {
      if (cut) return
      yield Buffer.concat([typeof source === 'string' ? Buffer.from(source) : source, Buffer.from('\n')])
    }
    const last = lines.at(-1)
    if (!last) return
    from = last.offset + 1
  }
}

async function* allTasks(
  store: Store,
): AsyncGenerator<{ id: string; lastAt: number | null; createdAt: number }> {
  const ids: { id: string; lastAt: number | null; createdAt: number }[] = []
  for (let before: string | null = null; ; ) {
    const page = await store.listTasks({ limit: PAGE, ...(before === null ? {} : { before }) })
    ids.push(...page.tasks.map(({ id, lastAt, createdAt }) => ({ id, lastAt, createdAt })))
    before = page.next
    if (before === null) break
  }
  yield* ids
}
