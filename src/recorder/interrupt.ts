import { randomUUID } from 'node:crypto'
import { clientOf, interruptLine } from '../dialects/registry.ts'
import type { RunRecord, Store } from '../store/store.ts'
import { readClientMemory } from './client-host.ts'
import { RecorderError } from './errors.ts'
import { writeInput } from './input.ts'
import { isAlive } from './process-identity.ts'
import { readExit, readInputPolicy, readProcesses } from './run-folder.ts'

/**
 * Interrupts the turn of a run, for the person who asked: by the line that its protocol has for it, after which the
 * session goes on, else by SIGINT to the process group of its harness. Resolves to false when it had ended, or has no turn yet. Rejects with a
 * `RecorderError` for an unknown run.
 */
export async function interruptRun(store: Store, runId: string): Promise<boolean> {
  const run = await store.getRun(runId)
  if (!run) throw new RecorderError('unknown-run', `There is no run ${runId} in ${store.location}.`)
  const { folder } = run
  if (folder === null || readExit(folder)) return false
  const processes = readProcesses(folder)
  if (!processes || !isAlive(processes.harness)) return false
  const lines = readInputPolicy(folder) ? await interruptLines(store, run, folder) : null
  if (lines !== null) {
    if (lines !== '') await writeInput(folder, lines)
    return lines !== ''
  }
  await store.changeRun(runId, { stoppedBy: 'user' })
  try {
    process.kill(-processes.harness.pid, 'SIGINT')
    return true
  } catch {
    return false
  }
}

/** What ends the turn: empty while a client has no turn to end, null where only a signal can. */
async function interruptLines(store: Store, run: RunRecord, folder: string): Promise<string | null> {
  const client = clientOf(run.protocol)
  if (!client) return interruptLine(run.protocol, randomUUID())
  const memory = readClientMemory(folder)
  if (!memory) return ''
  if (client.speaks(memory) === 'never') return null
  const needs = (await store.getTask(run.taskId))?.state?.needs ?? []
  const open = needs.filter(({ run: asking, kind }) => asking === run.id && kind === 'permission')
  return client.interruptLines(
    memory,
    open.map(({ requestId }) => requestId),
  )
}
