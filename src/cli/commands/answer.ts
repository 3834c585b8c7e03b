import { objects, str } from '../../core/read.ts'
import type { OpenNeed } from '../../core/session-state.ts'
import { answerRequest } from '../../recorder/index.ts'
import { findTask, withStore } from '../home.ts'
import { writeTo } from '../output.ts'
import { CliProblem } from '../problem.ts'
import { jsonLine, sanitizeText } from '../render/terminal-text.ts'

/** What `answer` was told. */
export type AnswerOptions = { json?: boolean; request?: string; text?: string }

/** Answers the open request of a task, or shows it when no answer is given. */
export async function answerCommand(
  prefix: string,
  option: string | undefined,
  { json = false, request, text }: AnswerOptions,
): Promise<void> {
  await withStore(async (store) => {
    const task = await findTask(store, prefix)
    const needs = task.state?.needs ?? []
    const need = request === undefined ? needs[0] : needs.find((one) => one.requestId === request)
    if (!need) throw new CliProblem(`Task ${task.id} asks nothing now. See: agent-stream list`)
    if (option === undefined) {
      await writeTo(
        process.stdout,
        json ? `${jsonLine(needs)}\n` : `${needs.map(describeNeed).join('\n\n')}\n`,
      )
      return
    }
    await answerRequest(store, {
      taskId: task.id,
      requestId: need.requestId,
      optionId: option,
      text: text ?? null,
    })
    if (json)
      await writeTo(
        process.stdout,
        `${jsonLine({ task: task.id, request: need.requestId, answer: option })}\n`,
      )
  })
}

function describeNeed(need: OpenNeed): string {
  const options = objects(need.options).map((one) => `  ${str(one.id) ?? '?'}  ${str(one.label) ?? ''}`)
  const input = need.input === null ? [] : [`  ${JSON.stringify(need.input).slice(0, 2_000)}`]
  return sanitizeText([need.text, ...input, ...options].join('\n'))
}
