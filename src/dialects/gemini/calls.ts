import { toolCallEvent, toolResultEvent } from '../../core/build.ts'
import type { JsonObject, NormalizedEvent, PlanStep, PlanStepStatus } from '../../core/events.ts'
import { obj, objects, str, text } from '../../core/read.ts'
import { cleanTitle } from '../../core/title.ts'

/** `tool_use`: the call, and what it does to plan and title. */
export function readCall(line: JsonObject, clip: number): NormalizedEvent[] {
  const name = text(line.tool_name)
  const parameters = obj(line.parameters)
  const events = [toolCallEvent(text(line.tool_id), name, parameters, clip)]
  const title = name === 'update_topic' ? cleanTitle(parameters?.title) : null
  if (title !== null) events.push({ type: 'session.title', payload: { title, origin: 'agent' } })
  if (name === 'write_todos' && Array.isArray(parameters?.todos)) {
    events.push({ type: 'plan', payload: { steps: objects(parameters.todos).map(readStep) } })
  }
  return events
}

/** `tool_result`. A command's exit code is nowhere (0.61.0): one that fails is a success with output. */
export function readResultOfCall(line: JsonObject, clip: number): NormalizedEvent[] {
  const output = str(line.output) ?? str(obj(line.error)?.message) ?? ''
  return [toolResultEvent(text(line.tool_id), line.status !== 'success', output, clip)]
}

const STATUSES: Readonly<Record<string, PlanStepStatus>> = {
  pending: 'pending',
  in_progress: 'in_progress',
  completed: 'completed',
  cancelled: 'cancelled',
  // From the package's own list; a step that waits for another.
  blocked: 'pending',
}

function readStep({ description, status }: JsonObject): PlanStep {
  const word = str(status) ?? ''
  return { text: str(description), status: Object.hasOwn(STATUSES, word) ? (STATUSES[word] ?? null) : null }
}
