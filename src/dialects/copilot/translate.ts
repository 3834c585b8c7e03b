import { type KindRule, mapped, notice, redundant } from '../../core/dialect.ts'
import type { JsonObject } from '../../core/events.ts'
import { obj, str } from '../../core/read.ts'
import { readAgentStart, readBackgroundEnd, readNotification } from './background.ts'
import { readCall, readCallEnd } from './calls.ts'
import { keptKinds } from './kept-kinds.ts'
import { readAssistant, readContext, readReasoning, readUsage, readUser } from './messages.ts'
import * as notices from './notices.ts'
import * as session from './session.ts'

const WHOLE_MESSAGE_FOLLOWS =
  'the whole text follows; only an answer that was cut at its limit and went on has its earlier parts here alone'
const HEARTBEAT = 'says that something began, ended or changed, and not what'
const OUTPUT_FOLLOWS = 'output so far, which the end of the call repeats'

/** Every kind of line of 1.0.102. */
export const kinds: Readonly<Record<string, KindRule>> = {
  'user.message': mapped(readUser),
  'assistant.message': mapped(readAssistant),
  'assistant.reasoning': mapped(readReasoning),
  'assistant.usage': mapped(readUsage),
  'session.usage_info': mapped(readContext),
  'tool.execution_start': mapped(readCall),
  'tool.execution_complete': mapped(readCallEnd),
  'session.tools_updated': mapped(session.readModel),
  'session.start': mapped(session.readStart),
  'session.resume': mapped(session.readStart),
  'session.model_change': mapped(session.readModelChange),
  'session.mcp_servers_loaded': mapped(session.readServers),
  'session.title_changed': mapped(session.readTitle),
  'subagent.started': mapped(readAgentStart),
  'system.notification/ended': mapped(readBackgroundEnd),
  abort: mapped(session.readAbort),
  result: mapped(session.readResult),

  'session.error': notice(session.readError),
  'session.warning': notice(notices.readWarning),
  'assistant.turn_retry': notice(notices.readRetry),
  'session.compaction_complete': notice(notices.readCompaction),
  'session.truncation': notice(notices.readTruncation),
  'permission.requested': notice(notices.readPermission),
  'permission.completed': notice(notices.readPermissionAnswer),
  'user_input.requested': notice(notices.readQuestion),
  'user_input.completed': notice(notices.readQuestionAnswer),
  'elicitation.requested': notice(notices.readQuestion),
  'elicitation.completed': notice(notices.readQuestionAnswer),
  'exit_plan_mode.requested': notice(notices.readQuestion),
  'exit_plan_mode.completed': notice(notices.readQuestionAnswer),
  'subagent.failed': notice(notices.readAgentFailure),
  'system.notification': notice(readNotification),

  ...keptKinds,

  'assistant.message/calls': redundant('only asks for calls, which have lines of their own'),
  'assistant.message_start': redundant(HEARTBEAT),
  'assistant.message_delta': redundant(WHOLE_MESSAGE_FOLLOWS),
  'assistant.reasoning_delta': redundant(WHOLE_MESSAGE_FOLLOWS),
  'assistant.streaming_delta': redundant(HEARTBEAT),
  'assistant.tool_call_delta': redundant('tool.execution_start states the whole call'),
  'tool.execution_partial_result': redundant(OUTPUT_FOLLOWS),
  'tool.shell_output': redundant(OUTPUT_FOLLOWS),
  'assistant.turn_start': redundant(HEARTBEAT),
  'assistant.turn_end': redundant(HEARTBEAT),
  'assistant.idle': redundant(HEARTBEAT),
  'session.idle': redundant(HEARTBEAT),
  'model.call_start': redundant(HEARTBEAT),
  'model.call_finished': redundant(HEARTBEAT),
  'model.call_final_result': redundant(HEARTBEAT),
  'session.background_tasks_changed': redundant(HEARTBEAT),
  'session.todos_changed': redundant(HEARTBEAT),
  'subagent.completed': redundant('the result of the call that started it says what came of it'),
}

/** Notifications of work that has ended. */
const ENDINGS: ReadonlySet<unknown> = new Set([
  'shell_completed',
  'shell_detached_completed',
  'agent_completed',
])

/** The kind of a line: its type, with a word more where lines of one type differ. */
export function kindOf(line: JsonObject): string | null {
  const { type } = line
  switch (type) {
    case 'assistant.message':
      return obj(line.data)?.content === '' ? 'assistant.message/calls' : type
    case 'subagent.started':
      return obj(line.data)?.executionMode === 'sync' ? 'subagent.started/sync' : type
    case 'system.notification':
      return ENDINGS.has(obj(obj(line.data)?.kind)?.type) ? 'system.notification/ended' : type
    default:
      return str(type)
  }
}
