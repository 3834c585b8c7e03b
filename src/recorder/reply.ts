import { applyResume, clientOf, isInteractive, traitsOf, userTurnLine } from '../dialects/registry.ts'
import type { RunRecord, Store } from '../store/store.ts'
import { RecorderError } from './errors.ts'
import { recordRun } from './ingest.ts'
import { writeInput } from './input.ts'
import { appendOwnEvent, humanTurn } from './own-events.ts'
import { isAlive } from './process-identity.ts'
import { readExit, readInputPolicy, readProcesses } from './run-folder.ts'
import { type StartOptions, startRun } from './start.ts'
import { keepUserFiles, placeUserFiles, type UserFile, wordsWithFiles } from './user-files.ts'

/** What a person says next in a task, and what a process started for it needs. */
export type ReplyOptions = Pick<
  StartOptions,
  | 'home'
  | 'env'
  | 'timeLimitMs'
  | 'spoolLimitBytes'
  | 'keepOpen'
  | 'waitBackgroundMs'
  | 'permissions'
  | 'authMethod'
> & {
  taskId: string
  text: string
  /** Files that go with the words. */
  files?: readonly UserFile[] | undefined
}

/** Where the words went: to the process that runs, or to a new one that continues the session. */
export type Reply = { runId: string; isNewRun: boolean }

/**
 * Says the human's next words in a task: to its interactive harness while that runs (which queues them during a turn), else
 * to a new run that resumes the session. Rejects with a `RecorderError` while a one-shot run is going on (`busy`), and where
 * the session cannot be continued (`cannot-resume`).
 */
export async function replyToTask(store: Store, options: ReplyOptions): Promise<Reply> {
  const { taskId, text } = options
  const last = (await store.listRuns(taskId)).at(-1)
  if (!last) throw new RecorderError('unknown-run', `Task ${taskId} has no run in ${store.location}.`)
  if (last.folder !== null && !last.complete && isRunning(last.folder)) {
    await sayToRun(last, last.folder, options)
    return { runId: last.id, isNewRun: false }
  }
  // The session id is known once all is read, which is nobody's work when no server runs.
  if (last.folder !== null) await recordRun(store, last.id)
  const { runId } = await startRun(store, {
    ...options,
    ...(await resume(store, last)),
    protocol: last.protocol,
    prompt: text,
    cwd: last.cwd ?? undefined,
  })
  return { runId, isNewRun: true }
}

async function sayToRun(run: RunRecord, folder: string, { text, files = [] }: ReplyOptions): Promise<void> {
  const isOpen = isInteractive(run.protocol) && readInputPolicy(folder) !== null
  const isClients = isOpen && clientOf(run.protocol) !== null
  if (!isClients && (!isOpen || userTurnLine(run.protocol, text) === null)) {
    throw new RecorderError(
      'busy',
      `Run ${run.id} is going on, and its harness takes no words meanwhile. Wait for its end, or interrupt it first.`,
    )
  }
  const kept = placeUserFiles(folder, files)
  keepUserFiles(folder, files, kept)
  appendOwnEvent(folder, humanTurn(text, Date.now(), kept))
  // A client finds them there.
  if (isClients) return
  const said = wordsWithFiles(text, kept, traitsOf(run.protocol).takesImages === true)
  await writeInput(folder, userTurnLine(run.protocol, said.text, said.images) ?? '')
}

async function resume(store: Store, run: RunRecord): Promise<Pick<StartOptions, 'command' | 'sessionId'>> {
  const sessionId = (await store.getTask(run.taskId))?.state?.sessionId ?? null
  if (sessionId !== null && clientOf(run.protocol)) return { command: run.command, sessionId }
  const command = sessionId === null ? null : applyResume(run.command, run.protocol, sessionId)
  if (command !== null) return { command }
  const why =
    sessionId === null ? 'its harness named no session' : `protocol ${run.protocol} has no way to resume`
  throw new RecorderError(
    'cannot-resume',
    `Task ${run.taskId} cannot be continued: ${why}. Start a new task.`,
  )
}

function isRunning(folder: string): boolean {
  if (readExit(folder)) return false
  const processes = readProcesses(folder)
  return processes === null || isAlive(processes.harness)
}
