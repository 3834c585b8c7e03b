import {
  messageEvent,
  noticeEvent,
  sessionEndedEvent,
  thinkingEvent,
  toolResultEvent,
} from '../../core/build.ts'
import { type KindRule, kept, type LineReader, mapped, notice, redundant } from '../../core/dialect.ts'
import type { JsonObject, NormalizedEvent } from '../../core/events.ts'
import { bool, count, num, obj, str, text } from '../../core/read.ts'
import { type Call, endCall, mcpName, said, startCall } from './calls.ts'
import { readMcpResult } from './content.ts'
import { errorNotice, failedEnd } from './errors.ts'
import { ofPart, type PartReader } from './part.ts'
import { readPlan } from './plan.ts'
import { startedSession } from './session.ts'
import { contextReading, runningTotal } from './usage.ts'

const PART_OF_WHOLE = 'the line that ends it holds the whole text'
const EXEC_NEVER_ASKS = 'exec has nobody to ask, and refuses'
const ANSWER = 'the answer to a request of the host'

/** Every kind of line of `codex exec --json` of 0.42.0: a configuration, the prompt, then `{id, msg}`. */
export const legacyKinds: Readonly<Record<string, KindRule>> = {
  config: mapped((line) => startedSession({ model: text(line.model), cwd: text(line.workdir) })),
  prompt: mapped((line, clip) => [messageEvent('user', str(line.prompt) ?? '', clip, { origin: 'echo' })]),

  'msg/task_started': mapped(
    ofMessage((message) => [contextReading(null, count(message.model_context_window))]),
  ),
  'msg/session_configured': mapped(
    ofMessage((message) =>
      startedSession({ sessionId: text(message.session_id), model: text(message.model) }),
    ),
  ),
  'msg/task_complete': mapped(
    ofMessage((message, clip) => [
      sessionEndedEvent('succeeded', null, str(message.last_agent_message), clip),
    ]),
  ),
  'msg/turn_aborted': mapped(
    ofMessage((message, clip) => [sessionEndedEvent('interrupted', text(message.reason), null, clip)]),
  ),
  'msg/error': mapped(ofMessage((message, clip) => [failedEnd(message.message, clip)])),
  'msg/stream_error': notice(
    ofMessage((message, clip, line) => errorNotice(line, clip, text(message.message), true)),
  ),
  'msg/background_event': notice(
    ofMessage((message, clip, line) =>
      noticeEvent(line, clip, 'info', str(message.message) ?? 'Background event'),
    ),
  ),
  'msg/agent_message': mapped(
    ofMessage((message, clip) => [messageEvent('assistant', str(message.message) ?? '', clip)]),
  ),
  'msg/user_message': mapped(
    ofMessage((message, clip) => [
      messageEvent('user', str(message.message) ?? '', clip, { origin: 'echo' }),
    ]),
  ),
  'msg/agent_reasoning': mapped(ofMessage((message, clip) => [thinkingEvent(str(message.text) ?? '', clip)])),
  'msg/agent_reasoning_raw_content': mapped(
    ofMessage((message, clip) => [thinkingEvent(str(message.text) ?? '', clip)]),
  ),
  'msg/plan_update': mapped(ofMessage((message) => readPlan(message.plan))),
  'msg/token_count': mapped(ofMessage(readTokenCount)),
  'msg/exec_command_begin': mapped(ofMessage(beginCommand)),
  'msg/exec_command_end': mapped(ofMessage(endCommand)),
  'msg/patch_apply_begin': mapped(ofMessage(beginPatch)),
  'msg/patch_apply_end': mapped(ofMessage(endPatch)),
  'msg/mcp_tool_call_begin': mapped(ofMessage((message, clip) => startCall(mcpCall(message), clip))),
  'msg/mcp_tool_call_end': mapped(ofMessage(endMcpCall)),
  'msg/web_search_begin': mapped(ofMessage((message, clip) => startCall(searchCall(message), clip))),
  'msg/web_search_end': mapped(
    ofMessage((message, clip) => endCall(searchCall(message), { isError: null, output: null }, clip)),
  ),

  'msg/token_count/limits': kept('rate limits before the first call, of which no total is stated'),
  'msg/turn_diff': kept('all changes of the turn as one diff, which the calls state one by one'),
  'msg/exec_approval_request': kept(EXEC_NEVER_ASKS),
  'msg/apply_patch_approval_request': kept(EXEC_NEVER_ASKS),
  'msg/entered_review_mode': kept('what is reviewed'),
  'msg/exited_review_mode': kept('the review as data; the agent tells it in words'),
  'msg/conversation_path': kept(ANSWER),
  'msg/get_history_entry_response': kept(ANSWER),
  'msg/mcp_list_tools_response': kept(ANSWER),
  'msg/list_custom_prompts_response': kept(ANSWER),

  'msg/token_count/empty': redundant('states neither counts nor limits'),
  'msg/agent_reasoning_section_break': redundant('says only that a section of thinking ended'),
  'msg/exec_command_output_delta': redundant(PART_OF_WHOLE),
  'msg/agent_message_delta': redundant(PART_OF_WHOLE),
  'msg/agent_reasoning_delta': redundant(PART_OF_WHOLE),
  'msg/agent_reasoning_raw_content_delta': redundant(PART_OF_WHOLE),
  'msg/shutdown_complete': redundant('says only that the process ends'),
}

/** The suffix of a `token_count` without counts, by which its kind is told from one with counts. */
export function emptyCountSuffix(message: JsonObject): string {
  if (obj(message.info)) return ''
  const limits = Object.values(obj(message.rate_limits) ?? {})
  return limits.some((limit) => limit !== null) ? '/limits' : '/empty'
}

function ofMessage(read: PartReader): LineReader {
  return ofPart((line) => obj(line.msg), read)
}

/** The total is this process's: a resumed one starts from zero (0.42.0). */
function readTokenCount(message: JsonObject): NormalizedEvent[] {
  const info = obj(message.info)
  const reading = contextReading(obj(info?.last_token_usage), count(info?.model_context_window))
  return [reading, ...runningTotal(info?.total_token_usage, 'process')]
}

function beginCommand(message: JsonObject, clip: number): NormalizedEvent[] {
  const input = said({ command: message.command, cwd: message.cwd })
  return startCall({ callId: text(message.call_id), name: 'command_execution', input }, clip)
}

function endCommand(message: JsonObject, clip: number): NormalizedEvent[] {
  const exitCode = num(message.exit_code)
  const output = str(message.aggregated_output) ?? joinStreams(message)
  const extra = { exitCode, durationMs: durationOf(message) }
  return [
    toolResultEvent(text(message.call_id), exitCode === null ? null : exitCode !== 0, output, clip, extra),
  ]
}

function beginPatch(message: JsonObject, clip: number): NormalizedEvent[] {
  const changes = Object.entries(obj(message.changes) ?? {}).map(([path, change]) => {
    const kind = Object.keys(obj(change) ?? {})[0] ?? null
    return { path, kind, ...(kind === null ? {} : obj(obj(change)?.[kind])) }
  })
  return startCall({ callId: text(message.call_id), name: 'file_change', input: { changes } }, clip)
}

function endPatch(message: JsonObject, clip: number): NormalizedEvent[] {
  const success = bool(message.success)
  return [
    toolResultEvent(text(message.call_id), success === null ? null : !success, joinStreams(message), clip),
  ]
}

function mcpCall(message: JsonObject): Call {
  const invocation = obj(message.invocation)
  return { callId: text(message.call_id), name: mcpName(invocation), input: invocation?.arguments ?? null }
}

function endMcpCall(message: JsonObject, clip: number): NormalizedEvent[] {
  const result = obj(message.result)
  const answer = obj(result?.Ok)
  const refusal = str(result?.Err)
  const { output, files } = readMcpResult(answer)
  const isError = refusal === null ? answer && bool(answer.isError) === true : true
  const extra = { durationMs: durationOf(message), files }
  return endCall(mcpCall(message), { isError, output: refusal ?? output, extra }, clip)
}

function searchCall(message: JsonObject): Call {
  return { callId: text(message.call_id), name: 'web_search', input: said({ query: message.query }) }
}

function joinStreams(message: JsonObject): string | null {
  const streams = [str(message.stdout), str(message.stderr)].filter((stream) => stream !== null)
  return streams.length === 0 ? null : streams.join('')
}

function durationOf(message: JsonObject): number | null {
  const duration = obj(message.duration)
  const seconds = count(duration?.secs)
  return seconds === null ? null : seconds * 1_000 + Math.round((count(duration?.nanos) ?? 0) / 1e6)
}
