import {
  messageEvent,
  noticeEvent,
  planEvents,
  sessionEndedEvent,
  sessionStartedEvent,
  sessionUsageEvent,
  toolCallEvent,
  toolResultEvent,
} from '../../core/build.ts'
import { type KindRule, mapped, notice } from '../../core/dialect.ts'
import type { JsonObject, NormalizedEvent } from '../../core/events.ts'
import { modelFacts } from '../../core/models.ts'
import { bool, count, obj, str, strings, text } from '../../core/read.ts'

/** Every kind of line that is documented. */
export const kinds: Readonly<Record<string, KindRule>> = {
  'system/init': mapped(readInit),
  message: mapped(readMessage),
  tool_call: mapped(readCall),
  tool_result: mapped(readResult),
  completion: mapped(readCompletion),
  error: notice(readError),
}

/** The kind of a line: its type, with the subtype where there are several. */
export function kindOf(line: JsonObject): string | null {
  return line.type === 'system' ? `system/${str(line.subtype)}` : str(line.type)
}

function readInit(line: JsonObject): NormalizedEvent[] {
  const facts = {
    ...modelFacts(text(line.model)),
    cwd: text(line.cwd),
    sessionId: text(line.session_id),
    tools: Array.isArray(line.tools) ? strings(line.tools) : null,
  }
  return [sessionStartedEvent('droid', facts)]
}

function readMessage(line: JsonObject, clip: number): NormalizedEvent[] {
  const role = line.role === 'user' || line.role === 'system' ? line.role : 'assistant'
  const said = str(line.text)
  return said === null ? [] : [messageEvent(role, said, clip, { origin: role === 'user' ? 'echo' : null })]
}

function readCall(line: JsonObject, clip: number): NormalizedEvent[] {
  const parameters = obj(line.parameters)
  const call = toolCallEvent(text(line.id), text(line.toolName) ?? text(line.toolId), parameters, clip)
  return [call, ...planEvents(parameters?.todos, 'content')]
}

function readResult(line: JsonObject, clip: number): NormalizedEvent[] {
  const value = line.value ?? null
  const output = value === null || typeof value === 'string' ? value : JSON.stringify(value)
  return [toolResultEvent(text(line.id), bool(line.isError), output, clip)]
}

function readCompletion(line: JsonObject, clip: number): NormalizedEvent[] {
  const facts = { turns: count(line.numTurns), durationMs: count(line.durationMs), covers: 'process' }
  return [sessionUsageEvent(facts), sessionEndedEvent('succeeded', null, str(line.finalText), clip)]
}

/** Whether the run ends with it is not documented: the exit tells. */
function readError(line: JsonObject, clip: number): NormalizedEvent[] {
  return noticeEvent(line, clip, 'error', text(line.message) ?? 'The run met an error')
}
