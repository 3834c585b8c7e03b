import { stated } from '../../core/build.ts'
import { type KindRule, kept, mapped, notice, redundant } from '../../core/dialect.ts'
import type { JsonObject, NormalizedEvent, PlanStep } from '../../core/events.ts'
import { planStatusOf } from '../../core/plan-status.ts'
import { obj, objects, str, text } from '../../core/read.ts'
import { type AssistantTraits, readAssistant } from '../claude/assistant.ts'
import { readPermissionRequest, readWithdrawal } from '../claude/requests.ts'
import { readInit } from '../claude/session.ts'
import { kindOf as claudeKindOf } from '../claude/translate.ts'
import { readUser } from '../claude/user.ts'
import { readTaskEnd, readTaskStarted } from './background.ts'
import { readFallback, readRetry } from './notices.ts'
import { API_ERROR, readResult } from './result.ts'
import { readCallUsage } from './usage.ts'

const WHOLE_MESSAGE_FOLLOWS = 'the assistant line of the same message repeats it whole'
const BOOKKEEPING = "the CLI's own bookkeeping"

/** A failing command has its exit code on a line of its text. */
const EXIT_CODE_LINE = /^Exit Code: (\d{1,3})$/m

const TRAITS: AssistantTraits = {
  isError: (_line, said) => API_ERROR.test(said),
  readPlan,
  readUsage: readCallUsage,
}

/** Every kind of line that Qwen Code is known to print, from 0.15.10 to 0.24.4. */
export const kinds: Readonly<Record<string, KindRule>> = {
  'system/init': mapped((line) => readInit(line, 'qwen-code', line.qwen_code_version)),
  assistant: mapped((line, clip) => readAssistant(line, clip, TRAITS)),
  user: mapped((line, clip) => readUser(line, clip, EXIT_CODE_LINE)),
  result: mapped(readResult),
  'system/task_started': mapped(readTaskStarted),
  'system/task_notification': mapped(readTaskEnd),

  'system/retry': notice(readRetry),
  'system/model_fallback': notice(readFallback),
  'control_request/can_use_tool': notice(readPermissionRequest),
  control_cancel_request: notice(readWithdrawal),

  'control_response/success': kept('the answer to a request of the host, with facts of its own'),
  'control_response/error': kept('the answer to a request of the host that was refused'),
  'control_request/mcp_message': kept('between the CLI and the program that hosts it'),
  'system/session_start': kept(BOOKKEEPING),
  'system/session_end': kept(BOOKKEEPING),
  'system/worktree_started': kept(BOOKKEEPING),
  'system/worktree_restored': kept(BOOKKEEPING),
  'stream_event/goal_state': kept('the goal of the session, empty unless somebody set one'),

  'stream_event/message_start': redundant(WHOLE_MESSAGE_FOLLOWS),
  'stream_event/content_block_start': redundant(WHOLE_MESSAGE_FOLLOWS),
  'stream_event/content_block_delta': redundant(WHOLE_MESSAGE_FOLLOWS),
  'stream_event/content_block_stop': redundant('says only that a block ended'),
  'stream_event/message_stop': redundant('says only that a message ended'),
}

/** The kind of a line, in the words of the family; every task that Qwen Code announces runs in the background. */
export function kindOf(line: JsonObject): string | null {
  if (line.type === 'system') return `system/${str(line.subtype)}`
  return claudeKindOf(line)
}

/** `todo_write` writes the whole list, each step with an id. */
function readPlan(block: JsonObject, parent: { parentCallId: string | null }): NormalizedEvent[] {
  const todos = obj(block.input)?.todos
  if (block.name !== 'todo_write' || !Array.isArray(todos)) return []
  const steps: PlanStep[] = objects(todos).map((todo) => {
    const id = text(todo.id)
    const step = { text: str(todo.content), status: planStatusOf(todo.status) }
    return id === null ? step : { ...step, id }
  })
  return [{ type: 'plan', payload: { steps, ...stated(parent) } }]
}
