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
import { endCall, mcpName, said, startCall } from './calls.ts'
import { readMcpResult } from './content.ts'
import { errorNotice, failedEnd } from './errors.ts'
import { readPlan } from './plan.ts'
import { startedSession } from './session.ts'
import { contextReading, runningTotal } from './usage.ts'

type MessageReader = (message: JsonObject, clip: number, line: JsonObject) => NormalizedEvent[]

const PART_OF_WHOLE = 'the line that ends it holds the whole text'
const EXEC_NEVER_ASKS = 'exec has nobody to ask, and refuses'
const ANSWER = 'the answer to a request of the host'

/** Every kind of line of `codex exec --json` of 0.42.0: a configuration, the prompt, then `{id, msg}`. */
export const legacyKinds: Readonly<Record<string, KindRule>> = {
  config: mapped((line) => startedSession({ model: text(line.model), cwd: text(line.workdir) })),
  prompt: mapped((line, clip) => [messageEvent('user', str(line.prompt) ?? '', clip, { origin: 'echo' })]),

  'msg/task_started': mapped(ofMessage((msg) => [contextReading(null, count(msg.model_context_window))])),
  'msg/session_configured': mapped(
    ofMessage((msg) => startedSession({ sessionId: text(msg.session_id), model: text(msg.model) })),
  ),
  'msg/task_complete': mapped(
    ofMessage((msg, clip) => [sessionEndedEvent('succeeded', null, str(msg.last_agent_message), clip)]),
  ),
  'msg/turn_aborted': mapped(
    ofMessage((msg, clip) => [sessionEndedEvent('interrupted', text(msg.reason), null, clip)]),
  ),
  'msg/error': mapped(ofMessage((msg, clip) => [failedEnd(msg.message, clip)])),
  'msg/stream_error': notice(
    ofMessage((msg, clip, line) => errorNotice(line, clip, text(msg.message), true)),
  ),
  'msg/background_event': notice(
    ofMessage((msg, clip, line) => noticeEvent(line, clip, 'info', str(msg.message) ?? 'Background event')),
  ),
  'msg/agent_message': mapped(
    ofMessage((msg, clip) => [messageEvent('assistant', str(msg.message) ?? '', clip)]),
  ),
  'msg/user_message': mapped(
    ofMessage((msg, clip) => [messageEvent('user', str(msg.message) ?? '', clip, { origin: 'echo' })]),
  ),
  'msg/agent_reasoning': mapped(ofMessage((msg, clip) => [thinkingEvent(str(msg.text) ?? '', clip)])),
  'msg/agent_reasoning_raw_content': mapped(
    ofMessage((msg, clip) => [thinkingEvent(str(msg.text) ?? '', clip)]),
  ),
  'msg/plan_update': mapped(ofMessage((msg) => readPlan(msg.plan))),
  'msg/token_count': mapped(ofMessage(readTokenCount)),
  'msg/exec_command_begin': mapped(ofMessage(beginCommand)),
  'msg/exec_command_end': mapped(ofMessage(endCommand)),
  'msg/patch_apply_begin': mapped(ofMessage(beginPatch)),
  'msg/patch_apply_end': mapped(ofMessage(endPatch)),
  'msg/mcp_tool_call_begin': mapped(ofMessage((msg, clip) => startCall(mcpCall(msg), clip))),
  'msg/mcp_tool_call_end': mapped(ofMessage(endMcpCall)),
  'msg/web_search_begin': mapped(ofMessage((msg, clip) => startCall(searchCall(msg), clip))),
  'msg/web_search_end': mapped(
    ofMessage((msg, clip) => endCall(searchCall(msg), { isError: null, output: null }, clip)),
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

function ofMessage(read: MessageReader): LineReader {
  return (line, clip) => {
    const message = obj(line.msg)
    return message ? read(message, clip, line) : []
  }
}

/** The total is this process's: a resumed one starts from zero (0.42.0). */
function readTokenCount(msg: JsonObject): NormalizedEvent[] {
  const info = obj(msg.info)
  const reading = contextReading(obj(info?.last_token_usage), count(info?.model_context_window))
  return [reading, ...runningTotal(info?.total_token_usage, 'process')]
}

function beginCommand(msg: JsonObject, clip: number): NormalizedEvent[] {
  const input = said({ command: msg.command, cwd: msg.cwd })
  return startCall({ callId: text(msg.call_id), name: 'command_execution', input }, clip)
}

function endCommand(msg: JsonObject, clip: number): NormalizedEvent[] {
  const exitCode = num(msg.exit_code)
  const output = str(msg.aggregated_output) ?? joinStreams(msg)
  const extra = { exitCode, durationMs: durationOf(msg) }
  return [toolResultEvent(text(msg.call_id), exitCode === null ? null : exitCode !== 0, output, clip, extra)]
}

function beginPatch(msg: JsonObject, clip: number): NormalizedEvent[] {
  const changes = Object.entries(obj(msg.changes) ?? {}).map(([path, change]) => {
    const kind = Object.keys(obj(change) ?? {})[0] ?? null
    return { path, kind, ...(kind === null ? {} : obj(obj(change)?.[kind])) }
  })
  return startCall({ callId: text(msg.call_id), name: 'file_change', input: { changes } }, clip)
}

function endPatch(msg: JsonObject, clip: number): NormalizedEvent[] {
  const success = bool(msg.success)
  return [toolResultEvent(text(msg.call_id), success === null ? null : !success, joinStreams(msg), clip)]
}

function mcpCall(msg: JsonObject): Parameters<typeof startCall>[0] {
  const invocation = obj(msg.invocation)
  return { callId: text(msg.call_id), name: mcpName(invocation), input: invocation?.arguments ?? null }
}

function endMcpCall(msg: JsonObject, clip: number): NormalizedEvent[] {
  const result = obj(msg.result)
  const answer = obj(result?.Ok)
  const refusal = str(result?.Err)
  const { output, files } = readMcpResult(answer)
  const isError = refusal === null ? answer && bool(answer.isError) === true : true
  const extra = { durationMs: durationOf(msg), files }
  return endCall(mcpCall(msg), { isError, output: refusal ?? output, extra }, clip)
}

function searchCall(msg: JsonObject): Parameters<typeof startCall>[0] {
  return { callId: text(msg.call_id), name: 'web_search', input: said({ query: msg.query }) }
}

function joinStreams(msg: JsonObject): string | null {
  const streams = [str(msg.stdout), str(msg.stderr)].filter((stream) => stream !== null)
  return streams.length === 0 ? null : streams.join('')
}

function durationOf(msg: JsonObject): number | null {
  const duration = obj(msg.duration)
  const seconds = count(duration?.secs)
  return seconds === null ? null : seconds * 1_000 + Math.round((count(duration?.nanos) ?? 0) / 1e6)
}
