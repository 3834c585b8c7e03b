import { clientOf, traitsOf, userTurnLine } from '../dialects/registry.ts'
import type { RunRecord, Store } from '../store/store.ts'
import { RecorderError } from './errors.ts'
import { recordRun } from './ingest.ts'
import { writeInput } from './input.ts'
import { appendOwnEvent, humanTurn } from './own-events.ts'
import { findReplyWay, isRunning, type ReplyWay } from './reply-way.ts'
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
  // The session id is known once all is read, which is nobody's work when no server runs.
  if (last.folder !== null && !last.complete && !isRunning(last.folder)) await recordRun(store, last.id)
  const way = await findReplyWay(store, last)
  if (way.as === 'turn' && last.folder !== null) {
    await sayToRun(last, last.folder, options)
    return { runId: last.id, isNewRun: false }
  }
  if (way.as !== 'run') throw refusal(last, way)
  const { runId } = await startRun(store, {
    ...options,
    ...way.start,
    protocol: last.protocol,
    prompt: text,
    cwd: last.cwd ?? undefined,
  })
  return { runId, isNewRun: true }
}

async function sayToRun(run: RunRecord, folder: string, { text, files = [] }: ReplyOptions): Promise<void> {
  const kept = placeUserFiles(folder, files)
  keepUserFiles(folder, files, kept)
  appendOwnEvent(folder, humanTurn(text, Date.now(), kept))
  // A client finds them there.
  if (clientOf(run.protocol)) return
  const said = wordsWithFiles(text, kept, traitsOf(run.protocol).takesImages === true)
  await writeInput(folder, userTurnLine(run.protocol, said.text, said.images) ?? '')
}

function refusal(run: RunRecord, way: ReplyWay): RecorderError {
  const why = way.as === null ? way.why : 'its run has no folder'
  if (way.as === null && way.busy) {
    const message = `Run ${run.id} is going on, and ${why}. Wait for its end, or interrupt it first.`
    return new RecorderError('busy', message)
  }
  const message = `Task ${run.taskId} cannot be continued: ${why}. Start a new task.`
  return new RecorderError('cannot-resume', message)
}
