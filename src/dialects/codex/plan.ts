import { planEvents } from '../../core/build.ts'
import type { JsonValue, NormalizedEvent } from '../../core/events.ts'
import { objects, str } from '../../core/read.ts'

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
  return planEvents(plan, 'step')
}
