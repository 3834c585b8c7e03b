import { type KindRule, kept, mapped, namesOfKinds, notice, redundant } from '../../core/dialect.ts'
import type { JsonObject } from '../../core/events.ts'
import { obj, str } from '../../core/read.ts'
import { readAssistant } from './assistant.ts'
import { readBackgroundSet, readTaskNotification, readTaskStarted, readTaskUpdated } from './background.ts'
import * as notices from './notices.ts'
import { readDialog, readPermissionRequest, readWithdrawal } from './requests.ts'
import { readResult } from './result.ts'
import { readCommandOutput, readInit, readTitleChange } from './session.ts'
import { readUser } from './user.ts'

const WHOLE_MESSAGE_FOLLOWS = 'the assistant lines of the same message repeat it whole'
const BOOKKEEPING = "the CLI's own bookkeeping"
const FOR_THE_HOST = 'between the CLI and the program that hosts it'

/** Every kind of line that Claude Code is known to print, from 1.0.60 to 2.1.332 and from the types of its SDK. */
export const kinds: Readonly<Record<string, KindRule>> = {
  assistant: mapped((line, clip) => readAssistant(line, clip)),
  user: mapped((line, clip) => readUser(line, clip)),
  result: mapped(readResult),
  'system/init': mapped((line) => readInit(line)),
  'system/session_title_changed': mapped(readTitleChange),
  'system/local_command_output': mapped(readCommandOutput),
  'system/background_tasks_changed': mapped(readBackgroundSet),
  'system/task_started': mapped(readTaskStarted),
  'system/task_updated': mapped(readTaskUpdated),
  'system/task_notification': mapped(readTaskNotification),

  'system/api_retry': notice(notices.readRetry),
  'system/control_request_progress': notice(notices.readRetry),
  'tool_progress/subagent_retry': notice(notices.readSubagentRetry),
  rate_limit_event: notice(notices.readRateLimit),
  'system/compact_boundary': notice(notices.readCompaction),
  'system/status/compact_result': notice(notices.readCompactResult),
  'system/hook_response': notice(notices.readHookResponse),
  'system/model_fallback': notice(notices.readFallback),
  'system/model_refusal_fallback': notice(notices.readFallback),
  'system/model_refusal_no_fallback': notice(notices.readRefusal),
  'system/permission_denied': notice(notices.readDenied),
  'system/informational': notice(notices.readRemark),
  'system/notification': notice(notices.readRemark),
  'system/plugin_install': notice(notices.readTrouble),
  'system/mirror_error': notice(notices.readTrouble),
  'system/session_writes_lost': notice(notices.readTrouble),
  'system/worker_shutting_down': notice(notices.readTrouble),
  'system/files_persisted': notice(notices.readTrouble),
  auth_status: notice(notices.readTrouble),
  conversation_reset: notice(notices.readReset),
  'control_response/error': notice(notices.readControlError),
  'control_request/can_use_tool': notice(readPermissionRequest),
  'control_request/elicitation': notice(readDialog),
  'control_request/request_user_dialog': notice(readDialog),
  control_cancel_request: notice(readWithdrawal),

  'control_response/success': kept('the answer to a request of the host, with facts of its own'),
  'control_request/hook_callback': kept(FOR_THE_HOST),
  'control_request/mcp_message': kept(FOR_THE_HOST),
  keep_alive: kept('a heartbeat so rare that it costs nothing to keep'),
  'system/hook_started': kept(BOOKKEEPING),
  'system/hook_progress': kept(BOOKKEEPING),
  'system/task_started/foreground': kept('foreground work, or work of which the result of its call tells'),
  'system/task_progress': kept('counters of a running subagent that no other line states'),
  'system/status/compacting': kept('a compaction began; the boundary line tells its end'),
  'system/status/permission_mode': kept('the permission mode changed'),
  'system/status': kept('a status that says nothing for a person'),
  'system/commands_changed': kept(BOOKKEEPING),
  'system/memory_recall': kept(BOOKKEEPING),
  'system/elicitation_complete': kept(FOR_THE_HOST),
  active_goal: kept(BOOKKEEPING),
  prompt_suggestion: kept('a proposal for the next prompt'),
  tool_use_summary: kept("the CLI's own words on calls that are in the stream"),

  'stream_event/message_start': redundant(WHOLE_MESSAGE_FOLLOWS),
  'stream_event/content_block_start': redundant(WHOLE_MESSAGE_FOLLOWS),
  'stream_event/content_block_delta': redundant(WHOLE_MESSAGE_FOLLOWS),
  'stream_event/content_block_stop': redundant('says only that a block ended'),
  'stream_event/message_delta': redundant(
    "its counts are in the result's totals, its stop reason in the result",
  ),
  'stream_event/message_stop': redundant('says only that a message ended'),
  'stream_event/ping': redundant('a heartbeat'),
  'system/status/requesting': redundant('a heartbeat of partial mode: a model call begins'),
  'system/thinking_tokens': redundant(
    'a heartbeat of a thinking block, whose text follows in an assistant line',
  ),
  'system/session_state_changed': redundant('init, control_request and result lines mark the same moments'),
  tool_progress: redundant('a heartbeat of a running tool'),
  command_lifecycle: redundant('acknowledges a line of stdin; the turn itself follows'),
}

const nameOf = namesOfKinds(kinds)

/** The kind of a line: its type, with the subtype or the event's type where the type alone says too little. */
export function kindOf(line: JsonObject): string | null {
  const type = str(line.type)
  switch (type) {
    case 'system':
      if (line.subtype === 'status') return statusKindOf(line)
      if (line.subtype === 'task_started' && line.is_backgrounded !== true)
        return 'system/task_started/foreground'
      return nameOf(type, str(line.subtype))
    case 'stream_event':
      return nameOf(type, str(obj(line.event)?.type))
    case 'control_request':
      return nameOf(type, str(obj(line.request)?.subtype))
    case 'control_response':
      return nameOf(type, str(obj(line.response)?.subtype))
    case 'tool_progress':
      return obj(line.subagent_retry) ? 'tool_progress/subagent_retry' : 'tool_progress'
    default:
      return type
  }
}

function statusKindOf(line: JsonObject): string {
  const status = str(line.status)
  if (status === 'requesting' || status === 'compacting') return `system/status/${status}`
  if ('compact_result' in line || 'compact_error' in line) return 'system/status/compact_result'
  return 'permissionMode' in line ? 'system/status/permission_mode' : 'system/status'
}
