import { planEvents, titleEvents, toolCallEvent, toolResultEvent } from '../../core/build.ts'
import type { JsonObject, NormalizedEvent } from '../../core/events.ts'
import { obj, str, text } from '../../core/read.ts'

/** `tool_use`: the call, and what it does to plan and title. */
export function readCall(line: JsonObject, clip: number): NormalizedEvent[] {
  const name = text(line.tool_name)
  const parameters = obj(line.parameters)
  const events = [toolCallEvent(text(line.tool_id), name, parameters, clip)]
  if (name === 'update_topic') events.push(...titleEvents(parameters?.title, 'agent'))
  return name === 'write_todos' ? [...events, ...planEvents(parameters?.todos, 'description')] : events
}

/** `tool_result`. A command's exit code is nowhere (0.61.0): one that fails is a success with output. */
export function readResultOfCall(line: JsonObject, clip: number): NormalizedEvent[] {
  const output = str(line.output) ?? str(obj(line.error)?.message) ?? ''
  return [toolResultEvent(text(line.tool_id), line.status !== 'success', output, clip)]
}
