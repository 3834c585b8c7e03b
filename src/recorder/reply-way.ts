import { applyResume, clientOf, isInteractive, userTurnLine } from '../dialects/registry.ts'
import type { RunRecord, Store } from '../store/store.ts'
import { isAlive } from './process-identity.ts'
import { isForeign, readExit, readInputPolicy, readProcesses } from './run-folder.ts'
import type { StartOptions } from './start.ts'

/** How a person's next words would reach a task. */
export type ReplyWay =
  | { as: 'turn' }
  | { as: 'run'; start: Pick<StartOptions, 'command' | 'sessionId'> }
  /** `busy` says that it will change by itself; `why` is the second half of a sentence. */
  | { as: null; busy: boolean; why: string }

/** How words would reach a task by its last run: as a turn of the process that runs, or by a new one that resumes its session. */
export async function findReplyWay(store: Store, run: RunRecord): Promise<ReplyWay> {
  if (run.folder !== null && isForeign(run.folder)) return no('another machine runs its harness')
  if (run.folder !== null && !run.complete && isRunning(run.folder)) {
    const isOpen = isInteractive(run.protocol) && readInputPolicy(run.folder) !== null
    const isHeard = clientOf(run.protocol) !== null || userTurnLine(run.protocol, '') !== null
    if (isOpen && isHeard) return { as: 'turn' }
    return { as: null, busy: true, why: 'its harness takes no words while it runs' }
  }
  const sessionId = (await store.getTask(run.taskId))?.state?.sessionId ?? null
  if (sessionId === null) return no('its harness named no session')
  if (clientOf(run.protocol)) return { as: 'run', start: { command: run.command, sessionId } }
  const command = applyResume(run.command, run.protocol, sessionId)
  return command === null
    ? no(`protocol ${run.protocol} has no way to resume`)
    : { as: 'run', start: { command } }
}

/** Whether the harness of a run lives, or is just starting. */
export function isRunning(folder: string): boolean {
  if (readExit(folder)) return false
  const processes = readProcesses(folder)
  return processes === null || isAlive(processes.harness)
}

function no(why: string): ReplyWay {
  return { as: null, busy: false, why }
}
