import { interruptRun, recordRun, stopRun } from '../../recorder/index.ts'
import type { RunRecord, Store } from '../../store/index.ts'
import { findTask, withStore } from '../home.ts'
import { writeTo } from '../output.ts'
import { CliProblem } from '../problem.ts'
import { jsonLine } from '../render/terminal-text.ts'

/** Interrupts the turn of a task: its session goes on where its harness can do that, else the run ends. */
export async function interruptCommand(prefix: string, { json = false }: { json?: boolean }): Promise<void> {
  await withRunningRun(prefix, json, 'Interrupted', (store, run) => interruptRun(store, run.id))
}

/** Stops the run of a task and completes its history. */
export async function stopCommand(prefix: string, { json = false }: { json?: boolean }): Promise<void> {
  await withRunningRun(prefix, json, 'Stopped', async (store, run) => {
    const wasRunning = await stopRun(store, run.id)
    await recordRun(store, run.id)
    return wasRunning
  })
}

async function withRunningRun(
  prefix: string,
  json: boolean,
  did: string,
  work: (store: Store, run: RunRecord) => Promise<boolean>,
): Promise<void> {
  await withStore(async (store) => {
    const task = await findTask(store, prefix)
    const run = (await store.listRuns(task.id)).at(-1)
    const isDone = run !== undefined && !run.complete && (await work(store, run))
    if (!run || !isDone) throw new CliProblem(`Nothing runs in task ${task.id}. See: agent-stream list`)
    const said = json ? jsonLine({ task: task.id, run: run.id }) : `${did} ${task.title ?? task.id}`
    await writeTo(process.stdout, `${said}\n`)
  })
}
