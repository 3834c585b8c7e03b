import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { recordRun, removeRunFolders, startRun, stopRun } from '../recorder/index.ts'

import type { RunRecord, Store, TaskRecord } from '../store/index.ts'
import { CliProblem } from './problem.ts'

const DEMO = new URL('../../demo/', import.meta.url)

/**
 * Starts the demo tasks anew, by the path that every harness takes: the harness replays sessions that were really
 * recorded. One grows at the pace that it had; the gallery holds every kind of row, one session after the other. Earlier
 * demo tasks are removed. `settled` resolves when the last is gone, which takes some seconds where a killed server left
 * one running, and the gallery is whole.
 */
export async function startDemo(
  store: Store,
  home: string,
  signal: AbortSignal,
): Promise<{ settled: Promise<unknown> }> {
  const harness = fileURLToPath(new URL('harness.mjs', DEMO))
  if (!existsSync(harness))
    throw new CliProblem(`The demo is missing at ${harness}. Install agent-stream again.`)
  const { tasks } = await store.listTasks({ limit: 500 })
  const left: TaskRecord[] = []
  for (const task of tasks) if (!(await removeIfOver(store, task))) left.push(task)
  // The flags of the protocol go to a program that does not know them, so it is told apart by its own.
  const command = [process.execPath, harness, '--output-format', 'stream-json']
  const hang = showGallery(store, home, command, signal)
  const { prompt } = JSON.parse(readFileSync(new URL('session.meta.json', DEMO), 'utf8'))
  await startRun(store, { home, command, protocol: 'claude-json', prompt, title: null })
  return { settled: Promise.all([endAndRemove(store, left, signal), hang]) }
}

/** Runs the sessions of the gallery in one task, each after the one before. */
async function showGallery(
  store: Store,
  home: string,
  command: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const sessions: { session: string; prompt: string }[] = JSON.parse(
    readFileSync(new URL('gallery.json', DEMO), 'utf8'),
  )
  let taskId: string | undefined
  for (const { session, prompt } of sessions) {
    if (signal.aborted) return
    const run = await startRun(store, {
      home,
      command: [...command, '--gallery', session],
      protocol: 'claude-json',
      prompt,
      title: 'Gallery: every kind of row',
      taskId,
    })
    taskId = run.taskId
    await recordRun(store, run.runId, { signal })
  }
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
