import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { recordRun, removeRunFolders, startRun, stopRun } from '../recorder/index.ts'

import type { RunRecord, Store, TaskRecord } from '../store/index.ts'
import { CliProblem } from './problem.ts'

const DEMO = new URL('../../demo/', import.meta.url)

/**
 * Starts the demo task anew, by the path that every harness takes: the harness replays a session that was really
 * recorded. Earlier demo tasks are removed; `cleaned` resolves when the last is gone, which takes some seconds where a
 * killed server left one running.
 */
export async function startDemo(
  store: Store,
  home: string,
  signal: AbortSignal,
): Promise<{ cleaned: Promise<void> }> {
  const harness = fileURLToPath(new URL('harness.mjs', DEMO))
  if (!existsSync(harness))
    throw new CliProblem(`The demo is missing at ${harness}. Install agent-stream again.`)
  const { tasks } = await store.listTasks({ limit: 500 })
  const left: TaskRecord[] = []
  for (const task of tasks) if (!(await removeIfOver(store, task))) left.push(task)
  const { prompt } = JSON.parse(readFileSync(new URL('session.meta.json', DEMO), 'utf8'))
  await startRun(store, {
    home,
    // The flags of the protocol go to a program that does not know them, so it is told apart by its own.
    command: [process.execPath, harness, '--output-format', 'stream-json'],
    protocol: 'claude-json',
    prompt,
    title: null,
  })
  return { cleaned: endAndRemove(store, left, signal) }
}

async function removeIfOver(store: Store, task: TaskRecord): Promise<boolean> {
  const runs = await store.listRuns(task.id)
  if (!runs.every((run) => run.complete)) return false
  await store.removeTask(task.id)
  await removeRunFolders(runs)
  return true
}

const STOP_GRACE_MS = 500

async function endAndRemove(store: Store, tasks: readonly TaskRecord[], signal: AbortSignal): Promise<void> {
  for (const task of tasks) {
    const open: RunRecord[] = (await store.listRuns(task.id)).filter((run) => !run.complete)
    for (const run of open) await stopRun(store, run.id, { graceMs: STOP_GRACE_MS })
    for (const run of open) await recordRun(store, run.id, { signal })
    if (!signal.aborted) await removeIfOver(store, task)
  }
}
