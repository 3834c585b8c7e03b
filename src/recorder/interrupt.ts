import type { Store } from '../store/store.ts'
import { RecorderError } from './errors.ts'
import { isAlive } from './process-identity.ts'
import { readExit, readProcesses } from './run-folder.ts'

/**
 * Sends SIGINT to the process group of a run's harness, for the person who asked. Resolves to false when it had ended.
 * Rejects with a `RecorderError` for an unknown run.
 */
export async function interruptRun(store: Store, runId: string): Promise<boolean> {
  const run = await store.getRun(runId)
  if (!run) throw new RecorderError('unknown-run', `There is no run ${runId} in ${store.location}.`)
  const processes = run.folder === null || readExit(run.folder) ? null : readProcesses(run.folder)
  if (!processes || !isAlive(processes.harness)) return false
  await store.changeRun(runId, { stoppedBy: 'user' })
  try {
    process.kill(-processes.harness.pid, 'SIGINT')
    return true
  } catch {
    return false
  }
}
