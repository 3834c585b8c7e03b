import { noticeOf, rawJsonEvent } from '../core/build.ts'
import { DEFAULT_CLIP } from '../core/clip.ts'
import type { RequestAnswer } from '../core/dialect.ts'
import { answerLine } from '../dialects/registry.ts'
import type { Store } from '../store/store.ts'
import { RecorderError } from './errors.ts'
import { writeInput } from './input.ts'
import { appendOwnEvent } from './own-events.ts'

/** Which open request of a task is answered, and how. */
export type AnswerOptions = RequestAnswer & {
  taskId: string
  requestId: string
  /** Who answers; a person unless said. */
  by?: 'user' | 'policy'
}

/**
 * Answers an open permission request or question of a task. Rejects with a `RecorderError` when no such request is open
 * (`no-such-request`) or the harness takes no such answer.
 */
export async function answerRequest(store: Store, options: AnswerOptions): Promise<void> {
  const { taskId, requestId, optionId, text, by = 'user' } = options
  const state = (await store.getTask(taskId))?.state
  const need = state?.needs.find((one) => one.requestId === requestId)
  const run = need?.run ? await store.getRun(need.run) : null
  if (!need || !run || run.folder === null) {
    throw new RecorderError(
      'no-such-request',
      `Task ${taskId} has no open request ${requestId}: it was answered or withdrawn, or its run has ended.`,
    )
  }
  const { kind, callId, tool, text: asked, input } = need
  const line = answerLine(run.protocol, { kind, requestId, input, options: need.options }, { optionId, text })
  if (line === null) {
    throw new RecorderError(
      'no-such-request',
      `Request ${requestId} cannot be answered with ${JSON.stringify(optionId)}. Use one of its options.`,
    )
  }
  const facts = { requestId, callId, tool, state: 'answered', by, answer: optionId }
  const event = rawJsonEvent({ requestId, optionId, text }, DEFAULT_CLIP, noticeOf(kind, asked, facts))
  appendOwnEvent(run.folder, { event, at: Date.now() })
  await writeInput(run.folder, line)
}
