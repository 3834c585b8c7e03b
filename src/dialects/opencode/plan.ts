import type { JsonObject, NormalizedEvent, PlanStep, PlanStepStatus } from '../../core/events.ts'
import { objects, str } from '../../core/read.ts'

const STATUSES: ReadonlySet<unknown> = new Set(['pending', 'in_progress', 'completed', 'cancelled'])

/** The whole plan in the input of a `todowrite` call; nothing when it holds none. */
export function readPlan(input: JsonObject | null): NormalizedEvent[] {
  if (!Array.isArray(input?.todos)) return []
  const steps: PlanStep[] = objects(input.todos).map((todo) => ({
    text: str(todo.content),
    status: STATUSES.has(todo.status) ? (todo.status as PlanStepStatus) : null,
  }))
  return [{ type: 'plan', payload: { steps } }]
}
