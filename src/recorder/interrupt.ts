import { randomUUID } from 'node:crypto'
import { interruptLine } from '../dialects/registry.ts'
import type { Store } from '../store/store.ts'
import { RecorderError } from './errors.ts'
import { writeInput } from './input.ts'
import { isAlive } from './process-identity.ts'
import { readExit, readInputPolicy, readProcesses } from './run-folder.ts'

/**
 * Interrupts the turn of a run, for the person who asked: by the line that its protocol has for it, after which the
 * session goes on, else by SIGINT to the process group of its harness. Resolves to false when it had ended. Rejects with a
 * `RecorderError` for an unknown run.
 */
export async function interruptRun(store: Store, runId: string): Promise<boolean> {
  const run = await store.getRun(runId)
  if (!run) throw new RecorderError('unknown-run', `There is no run ${runId} in ${store.location}.`)
  const { folder } = run
  if (folder === null || readExit(folder)) return false
  const processes = readProcesses(folder)
  if (!processes || !isAlive(processes.harness)) return false
  const line = readInputPolicy(folder) ? interruptLine(run.protocol, randomUUID()) : null
  if (line !== null) {
    await writeInput(folder, line)
    return true
  }
  await store.changeRun(runId, { stoppedBy: 'user' })
  try {
    process.kill(-processes.harness.pid, 'SIGINT')
    return true
  } catch {
    return false
  }
}
