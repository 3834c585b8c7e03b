import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startRun } from '../recorder/index.ts'
import type { Store } from '../store/index.ts'
import { CliProblem } from './problem.ts'

const DEMO = new URL('../../demo/', import.meta.url)

/**
 * Starts the demo task anew, by the path that every harness takes: the harness replays a session that was really
 * recorded. Earlier demo tasks that are over are removed.
 */
export async function startDemo(store: Store, home: string): Promise<void> {
  const harness = fileURLToPath(new URL('harness.mjs', DEMO))
  if (!existsSync(harness))
    throw new CliProblem(`The demo is missing at ${harness}. Install agent-stream again.`)
  for (const task of (await store.listTasks({ limit: 500 })).tasks) {
    const runs = await store.listRuns(task.id)
    if (runs.every((run) => run.complete)) await store.removeTask(task.id)
  }
  const { prompt } = JSON.parse(readFileSync(new URL('session.meta.json', DEMO), 'utf8'))
  await startRun(store, {
    home,
    // The flags of the protocol go to a program that does not know them, so it is told apart by its own.
    command: [process.execPath, harness, '--output-format', 'stream-json'],
    protocol: 'claude-json',
    prompt,
    title: null,
  })
}
