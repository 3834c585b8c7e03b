import { toolCallEvent, toolResultEvent } from '../../core/build.ts'
import type { JsonObject, NormalizedEvent, PlanStep } from '../../core/events.ts'
import { bool, count, integer, obj, objects, str, text } from '../../core/read.ts'
import { readContent } from './content.ts'
import { readSideUsage } from './usage.ts'

/** `tool_execution_start`. */
export function readCall(line: JsonObject, clip: number): NormalizedEvent[] {
  const parent = { parentCallId: text(line.parentToolCallId) }
  return [toolCallEvent(text(line.toolCallId), text(line.toolName), line.args, clip, parent)]
}

/** `tool_execution_end`: the result, the list of the `todo` extension, and what models inside the tool consumed. */
export function readResult(line: JsonObject, clip: number): NormalizedEvent[] {
  const result = obj(line.result)
  const callId = text(line.toolCallId)
  const parentCallId = text(line.parentToolCallId)
  const { text: output, files } = readContent(result?.content, { namesFiles: true })
  const event = toolResultEvent(callId, bool(line.isError), output, clip, {
    parentCallId,
    exitCode: integer(obj(result?.structuredContent)?.exit_code),
    durationMs: count(line.durationMs),
    files,
  })
  const plan = line.toolName === 'todo' ? readPlan(obj(result?.details), parentCallId) : []
  return [event, ...plan, ...readSideUsage(obj(result?.usage), { parentCallId: callId })]
}

/** pi has no plan of its own; the `todo` extension shipped with it (1.6.0) gives the whole list with every result. */
function readPlan(details: JsonObject | null, parentCallId: string | null): NormalizedEvent[] {
  if (!Array.isArray(details?.todos)) return []
  const steps: PlanStep[] = objects(details.todos).map((todo) => ({
    text: str(todo.text),
    status: typeof todo.done === 'boolean' ? (todo.done ? 'completed' : 'pending') : null,
  }))
  return [{ type: 'plan', payload: { steps, ...(parentCallId === null ? {} : { parentCallId }) } }]
}
