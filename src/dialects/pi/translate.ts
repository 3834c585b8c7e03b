import { type KindRule, kept, mapped, notice, redundant } from '../../core/dialect.ts'
import type { JsonObject } from '../../core/events.ts'
import { obj, str } from '../../core/read.ts'
import { readCall, readResult } from './calls.ts'
import { messageKindOf, readAssistant, readCustom, readUser } from './messages.ts'
import * as notices from './notices.ts'
import * as session from './session.ts'

const WHOLE_MESSAGE_FOLLOWS = 'message_end repeats the message whole'
const SAYS_ONLY_ITS_KIND = 'says only that something began or ended'
const ACKNOWLEDGES = 'acknowledges a command; what it did follows in events'
const ANSWERS_THE_HOST = 'the answer to a command of the host, with facts of its own'
const DRAWS = 'an extension draws in the terminal of the host'

/** Every kind of line that pi is known to print in json and rpc mode, in 0.73.1 and 1.6.0 and by the types of 1.6.0. */
export const kinds: Readonly<Record<string, KindRule>> = {
  session: mapped(session.readSession),
  'message_end/system': mapped(session.readTools),
  'message_end/user': mapped(readUser),
  'message_end/custom': mapped(readCustom),
  'message_end/assistant': mapped(readAssistant),
  tool_execution_start: mapped(readCall),
  tool_execution_end: mapped(readResult),
  agent_end: mapped(session.readAgentEnd),
  session_info_changed: mapped(session.readName),
  'entry_appended/usage': mapped(notices.readUsageEntry),
  'response/get_state': mapped(session.readState),
  'response/get_session_stats': mapped(session.readStatistics),

  auto_retry_start: notice(notices.readRetry),
  auto_retry_end: notice(notices.readRetryEnd),
  summarization_retry_scheduled: notice(notices.readRetry),
  compaction_end: notice(notices.readCompaction),
  extension_error: notice(notices.readExtensionError),
  'extension_ui_request/select': notice(notices.readQuestion),
  'extension_ui_request/confirm': notice(notices.readQuestion),
  'extension_ui_request/input': notice(notices.readQuestion),
  'extension_ui_request/editor': notice(notices.readQuestion),
  'extension_ui_request/notify': notice(notices.readRemark),
  'response/failed': notice(notices.readFailure),

  'message_end/assistant/failed': kept('a call that gave nothing; the retry or the end of the run says why'),
  'message_end/system/change': kept('a change of the prompt or of the tools'),
  'message_end/bashExecution': kept('a command that the human ran, not the model'),
  'message_end/branchSummary': kept('what the model is told of a branch that was left'),
  'message_end/compactionSummary': kept('what the model is told of the history that was compacted'),
  'agent_end/unanswered': kept('a run without an answer of the model'),
  'agent_settled/aborted': kept('a run was aborted; the last answer or the exit says so too'),
  compaction_start: kept('a compaction began; compaction_end tells its outcome'),
  summarization_retry_attempt_start: kept('which summary is tried again'),
  entry_appended: kept("the session file's own bookkeeping"),
  thinking_level_changed: kept('how hard the model thinks'),
  queue_update: kept('words of the human that wait for their turn'),
  bash_execution_update: kept('output of a command that the human ran'),
  'extension_ui_request/setStatus': kept(DRAWS),
  'extension_ui_request/setWidget': kept(DRAWS),
  'extension_ui_request/setTitle': kept(DRAWS),
  'extension_ui_request/set_editor_text': kept(DRAWS),
  'response/bash': kept(ANSWERS_THE_HOST),
  'response/clear_queue': kept(ANSWERS_THE_HOST),
  'response/clone': kept(ANSWERS_THE_HOST),
  'response/compact': kept(ANSWERS_THE_HOST),
  'response/cycle_model': kept(ANSWERS_THE_HOST),
  'response/cycle_thinking_level': kept(ANSWERS_THE_HOST),
  'response/export_html': kept(ANSWERS_THE_HOST),
  'response/fork': kept(ANSWERS_THE_HOST),
  'response/get_available_models': kept(ANSWERS_THE_HOST),
  'response/get_available_thinking_levels': kept(ANSWERS_THE_HOST),
  'response/get_commands': kept(ANSWERS_THE_HOST),
  'response/get_entries': kept(ANSWERS_THE_HOST),
  'response/get_fork_messages': kept(ANSWERS_THE_HOST),
  'response/get_last_assistant_text': kept(ANSWERS_THE_HOST),
  'response/get_messages': kept(ANSWERS_THE_HOST),
  'response/get_tree': kept(ANSWERS_THE_HOST),
  'response/new_session': kept(ANSWERS_THE_HOST),
  'response/set_model': kept(ANSWERS_THE_HOST),
  'response/switch_session': kept(ANSWERS_THE_HOST),

  'message_end/toolResult': redundant('tool_execution_end has the same result'),
  'message_end/assistant/calls': redundant('nothing but calls, each told by its tool_execution_start'),
  message_start: redundant(WHOLE_MESSAGE_FOLLOWS),
  'message_update/start': redundant(WHOLE_MESSAGE_FOLLOWS),
  'message_update/text_start': redundant(WHOLE_MESSAGE_FOLLOWS),
  'message_update/text_delta': redundant(WHOLE_MESSAGE_FOLLOWS),
  'message_update/text_end': redundant(WHOLE_MESSAGE_FOLLOWS),
  'message_update/thinking_start': redundant(WHOLE_MESSAGE_FOLLOWS),
  'message_update/thinking_delta': redundant(WHOLE_MESSAGE_FOLLOWS),
  'message_update/thinking_end': redundant(WHOLE_MESSAGE_FOLLOWS),
  'message_update/toolcall_start': redundant(WHOLE_MESSAGE_FOLLOWS),
  'message_update/toolcall_delta': redundant(WHOLE_MESSAGE_FOLLOWS),
  'message_update/toolcall_end': redundant(WHOLE_MESSAGE_FOLLOWS),
  'message_update/done': redundant(WHOLE_MESSAGE_FOLLOWS),
  'message_update/error': redundant(WHOLE_MESSAGE_FOLLOWS),
  tool_execution_update: redundant(
    'a heartbeat of a running tool, with its output so far; the end has all of it',
  ),
  agent_start: redundant(SAYS_ONLY_ITS_KIND),
  turn_start: redundant(SAYS_ONLY_ITS_KIND),
  turn_end: redundant('repeats the message and the results of the turn'),
  'agent_end/retry': redundant('repeats the messages of a run that is tried again'),
  agent_settled: redundant('says only that nothing follows the end of the run'),
  summarization_retry_finished: redundant(SAYS_ONLY_ITS_KIND),
  'response/prompt': redundant(ACKNOWLEDGES),
  'response/steer': redundant(ACKNOWLEDGES),
  'response/follow_up': redundant(ACKNOWLEDGES),
  'response/abort': redundant(ACKNOWLEDGES),
  'response/abort_bash': redundant(ACKNOWLEDGES),
  'response/abort_retry': redundant(ACKNOWLEDGES),
  'response/set_auto_compaction': redundant(ACKNOWLEDGES),
  'response/set_auto_retry': redundant(ACKNOWLEDGES),
  'response/set_follow_up_mode': redundant(ACKNOWLEDGES),
  'response/set_steering_mode': redundant(ACKNOWLEDGES),
  'response/set_session_name': redundant(
    'acknowledges a command; session_info_changed follows with the name',
  ),
  'response/set_thinking_level': redundant('acknowledges a command; thinking_level_changed follows'),
}

/** The kind of a line: its type, with the word that tells lines of one type apart. */
export function kindOf(line: JsonObject): string | null {
  const type = str(line.type)
  switch (type) {
    case 'message_update':
      return `message_update/${str(obj(line.assistantMessageEvent)?.type)}`
    case 'message_end':
      return messageKindOf(line)
    case 'agent_end':
      return session.agentEndKindOf(line)
    case 'agent_settled':
      return line.aborted === true ? 'agent_settled/aborted' : type
    case 'entry_appended':
      return obj(line.entry)?.type === 'usage' ? 'entry_appended/usage' : type
    case 'extension_ui_request':
      return `extension_ui_request/${str(line.method)}`
    case 'response':
      return line.success === false ? 'response/failed' : `response/${str(line.command)}`
    default:
      return type
  }
}
