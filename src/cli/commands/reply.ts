import { recordUntilSaid, replyToTask } from '../../recorder/index.ts'
import type { Store } from '../../store/index.ts'
import { findTask, withStore } from '../home.ts'
import { CliProblem } from '../problem.ts'
import { readPrompt } from '../read-prompt.ts'
import { readUserFiles } from '../read-user-files.ts'
import { recordAndPrint } from '../record-and-print.ts'
import { steerBySignals } from '../steering.ts'

/** What `reply` was told. */
export type ReplyOptions = { json?: boolean; raw?: boolean; detach?: boolean; file?: string[] }

/** Says the human's next words in a task and prints what comes of them, until the turn is over. */
export async function replyCommand(
  prefix: string,
  words: readonly string[],
  options: ReplyOptions,
): Promise<void> {
  const text = (await readPrompt(words.length > 0 ? words.join(' ') : undefined)).trimEnd()
  const files = readUserFiles(options.file)
  if (text === '' && files.length === 0)
    throw new CliProblem('Nothing to say. Give the words: agent-stream reply TASK "…"', 2)
  await withStore(async (store, home) => {
    const { id, lastSeq } = await findTask(store, prefix)
    const steering = steerBySignals(store)
    try {
      const { runId, isNewRun } = await replyToTask(store, { home, taskId: id, text, files })
      if (options.detach) {
        await recordUntilSaid(store, runId)
        return
      }
      steering.attach(runId)
      const isOver = isNewRun ? undefined : isTurnOver(store, id, lastSeq)
      await recordAndPrint(
        store,
        { taskId: id, runId },
        { ...options, since: lastSeq, isOver },
        steering.left,
      )
    } finally {
      steering.release()
    }
  })
}

/** Whether a turn that began after an event is over, or needs a person. */
function isTurnOver(store: Store, taskId: string, since: number): () => Promise<boolean> {
  return async () => {
    const task = await store.getTask(taskId)
    const status = task?.state?.status
    return task === null || (task.lastSeq > since && status !== 'running' && status !== 'starting')
  }
}
