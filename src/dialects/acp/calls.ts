import { requestEvent, toolCallEvent, toolResultEvent } from '../../core/build.ts'
import type { JsonObject, JsonValue, NormalizedEvent } from '../../core/events.ts'
import { num, obj, objects, str, text, unlessEmpty } from '../../core/read.ts'
import { isToolKind } from '../../core/tool-kind.ts'
import { readCallContent, readDiffs } from './content.ts'

/** Where agents put a command's whole output: codex-acp, copilot, and copilot's refusals. */
const OUTPUT_KEYS = ['formatted_output', 'aggregated_output', 'content', 'message']

/** `tool_call`: a call, and its result where it has ended already. */
export function readToolCall(line: JsonObject, clip: number): NormalizedEvent[] {
  const call = updateOf(line)
  const event = callEvent(call, clip, null)
  return hasEnded(call) ? [event, resultEvent(call, clip)] : [event]
}

/** `tool_call_update` while the call runs: what it says anew. */
export function readRefinement(line: JsonObject, clip: number): NormalizedEvent[] {
  return [callEvent(updateOf(line), clip, true)]
}

/** `tool_call_update` at the end of the call; gemini says the title here of calls that it never announced. */
export function readCallEnd(line: JsonObject, clip: number): NormalizedEvent[] {
  const call = updateOf(line)
  const result = resultEvent(call, clip)
  return saysMore(call) ? [callEvent(call, clip, true), result] : [result]
}

/** `session/request_permission`: a question to the person; gemini announces such calls nowhere else. */
export function readPermissionRequest(line: JsonObject, clip: number): NormalizedEvent[] {
  const params = obj(line.params)
  const call = obj(params?.toolCall) ?? {}
  const title = text(call.title)
  const options = objects(params?.options).map((option) => ({
    id: text(option.optionId),
    label: text(option.name),
    kind: text(option.kind),
  }))
  const requestId = JSON.stringify(line.id ?? null)
  const words = `Permission needed: ${title ?? 'a call'}`
  const asked = requestEvent(line, clip, 'permission', requestId, words, {
    callId: text(call.toolCallId),
    tool: nameOf(call),
    input: inputOf(call),
    options,
  })
  return [callEvent(call, clip, true), ...asked]
}

/** Whether an update of a call says something of the call itself. */
export function saysMore(call: JsonObject): boolean {
  return text(call.title) !== null || call.rawInput !== undefined || text(call.kind) !== null
}

/** Whether a call has ended. */
export function hasEnded({ status }: JsonObject): boolean {
  return status === 'completed' || status === 'failed'
}

function updateOf(line: JsonObject): JsonObject {
  return obj(obj(line.params)?.update) ?? {}
}

function callEvent(call: JsonObject, clip: number, merge: true | null): NormalizedEvent {
  const kind = text(call.kind)
  return toolCallEvent(text(call.toolCallId), nameOf(call), inputOf(call), clip, {
    merge,
    kind: isToolKind(kind) ? kind : null,
    title: text(call.title),
  })
}

function resultEvent(call: JsonObject, clip: number): NormalizedEvent {
  const { said, files } = readCallContent(call.content)
  const output = obj(call.rawOutput)
  return toolResultEvent(
    text(call.toolCallId),
    call.status === 'failed',
    readRawOutput(call.rawOutput) ?? said,
    clip,
    {
      exitCode: num(output?.exit_code),
      durationMs: readDuration(obj(output?.duration)),
      files: unlessEmpty(files),
    },
  )
}

function nameOf(call: JsonObject): string | null {
  const meta = obj(call._meta)
  return text(obj(meta?.claudeCode)?.toolName) ?? text(meta?.toolName)
}

/** Gemini states no arguments, but the change that an edit makes. */
function inputOf(call: JsonObject): JsonValue {
  return call.rawInput ?? readDiffs(call.content)
}

function readRawOutput(output: JsonValue | undefined): string | null {
  if (typeof output === 'string') return output
  const facts = obj(output)
  for (const key of OUTPUT_KEYS) {
    const said = str(facts?.[key])
    if (said !== null) return said
  }
  return null
}

/** codex-acp says a duration in seconds and nanoseconds. */
function readDuration(duration: JsonObject | null): number | null {
  const seconds = num(duration?.secs)
  return seconds === null ? null : seconds * 1_000 + Math.round((num(duration?.nanos) ?? 0) / 1e6)
}
