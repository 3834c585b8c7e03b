import type { JsonValue, NormalizedEvent, PlanStepStatus } from '../../core/events.ts'
import { objects, str } from '../../core/read.ts'

/** Words of the app-server (`inProgress`) and of 0.42.0 (`in_progress`). */
const STATUSES: Readonly<Record<string, PlanStepStatus>> = {
  pending: 'pending',
  inProgress: 'in_progress',
  in_progress: 'in_progress',
  completed: 'completed',
}

/** The plan in a `todo_list` item: exec says only which steps are done. */
export function readTodoList(items: JsonValue | undefined): NormalizedEvent[] {
  if (!Array.isArray(items)) return []
  const steps = objects(items).map((step) => ({
    text: str(step.text),
    status: step.completed === true ? 'completed' : 'pending',
  }))
  return [{ type: 'plan', payload: { steps } }]
}

/** The plan as the app-server and 0.42.0 `--json` state it. */
export function readPlan(plan: JsonValue | undefined): NormalizedEvent[] {
  if (!Array.isArray(plan)) return []
  const steps = objects(plan).map((step) => {
    const status = str(step.status)
    const known = status !== null && Object.hasOwn(STATUSES, status) ? STATUSES[status] : null
    return { text: str(step.step), status: known ?? null }
  })
  return [{ type: 'plan', payload: { steps } }]
}
