import { setTimeout as delay } from 'node:timers/promises'
import type { Store } from '../store/store.ts'
import { RecorderError } from './errors.ts'
import { isAlive } from './process-identity.ts'
import { readExit, readProcesses } from './run-folder.ts'

/** How a run is stopped. */
export type StopOptions = {
  /** Time from the first signal to SIGKILL (ms); 5,000 unless said. SIGTERM follows SIGINT after two fifths of it. */
  graceMs?: number
  /** Why; because a person asked for it unless said. */
  stoppedBy?: 'user' | 'end_of_input'
}

/** How often the processes are looked at while they end (ms). */
const LOOK_MS = 20

/** How long a keeper may take to say which processes it started (ms). */
const KEEPER_START_MS = 2_000

/**
 * Ends the harness of a run: SIGINT to its process group, then SIGTERM, then SIGKILL. Resolves
 * when it is gone: true when it was running, false when it had ended before. Its history is completed by whoever ingests
 * it. Rejects with a `RecorderError` for an unknown run.
 */
export async function stopRun(
  store: Store,
  runId: string,
  { graceMs = 5_000, stoppedBy = 'user' }: StopOptions = {},
): Promise<boolean> {
  const run = await store.getRun(runId)
  if (!run) throw new RecorderError('unknown-run', `There is no run ${runId} in ${store.location}.`)
  const folder = run.folder
  if (folder === null || run.complete || readExit(folder)) return false
  const processes = await processesOf(folder)
  if (!processes || !isAlive(processes.harness)) return false
  const { harness } = processes
  await store.changeRun(runId, { stoppedBy })
  const isGone = () => readExit(folder) !== null || !isAlive(harness)
  const steps = [
    { signal: 'SIGINT', waitMs: graceMs * 0.4 },
    { signal: 'SIGTERM', waitMs: graceMs * 0.6 },
    { signal: 'SIGKILL', waitMs: graceMs },
  ] as const
  for (const { signal, waitMs } of steps) {
    signalGroup(harness.pid, signal)
    const deadline = performance.now() + waitMs
    while (!isGone() && performance.now() < deadline) await delay(LOOK_MS)
    if (isGone()) break
  }
  // What the harness started in its own group must not outlive it: dev servers, watchers.
  signalGroup(harness.pid, 'SIGTERM')
  return true
}

/** The run's processes; a keeper that has just been started gets a moment to write them down. */
async function processesOf(folder: string): Promise<ReturnType<typeof readProcesses>> {
  const deadline = performance.now() + KEEPER_START_MS
  for (;;) {
    const processes = readProcesses(folder)
    if (processes || readExit(folder) || performance.now() > deadline) return processes
    await delay(LOOK_MS)
  }
}

function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal)
  } catch {
    // The group has ended already, which is what was wanted.
  }
}
