import { stated } from '../../core/build.ts'
import type { JsonObject, NormalizedEvent, PlanStep } from '../../core/events.ts'
import { planStatusOf } from '../../core/plan-status.ts'
import { obj, objects, str, text } from '../../core/read.ts'

/** The change that a `TaskUpdate` call asks for; nothing when it touches neither status nor subject. */
export function readTaskChange(input: JsonObject | null, parent: Record<string, unknown>): NormalizedEvent[] {
  const id = text(input?.taskId)
  const status = planStatusOf(input?.status)
  const subject = text(input?.subject)
  if (id === null || (status === null && subject === null)) return []
  return [planChange([{ id, text: subject, status }], parent)]
}

/**
 * The plan in the structured copy of a tool's result: `TaskCreate` states the new step's id only there, and
 * `TaskList` the whole list. Other tools' results give nothing.
 */
export function readTaskResult(
  result: JsonObject | null,
  parent: Record<string, unknown>,
): NormalizedEvent[] {
  const task = readStep(obj(result?.task))
  if (task) return [planChange([{ ...task, status: task.status ?? 'pending' }], parent)]
  if (!Array.isArray(result?.tasks)) return []
  const steps = objects(result.tasks).map(readStep)
  const whole = steps.every((step) => step !== null)
  return whole && steps.length > 0 ? [{ type: 'plan', payload: { steps, ...stated(parent) } }] : []
}

function readStep(task: JsonObject | null): PlanStep | null {
  const id = text(task?.id)
  const subject = str(task?.subject)
  return id === null || subject === null ? null : { id, text: subject, status: planStatusOf(task?.status) }
}

function planChange(steps: PlanStep[], parent: Record<string, unknown>): NormalizedEvent {
  return { type: 'plan', payload: { steps, merge: true, ...stated(parent) } }
}
