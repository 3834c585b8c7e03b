import type { PlanStepStatus } from './events.ts'
import { entryOf } from './read.ts'

/** Whether a value is one of our words for how far a step is. */
export function isPlanStatus(value: unknown): value is PlanStepStatus {
  return value === 'pending' || value === 'in_progress' || value === 'completed' || value === 'cancelled'
}

/** Words that harnesses have for a step's status besides ours. */
const STATUSES: Readonly<Record<string, PlanStepStatus>> = {
  inProgress: 'in_progress',
  done: 'completed',
  deleted: 'cancelled',
  // The step waits for another one.
  blocked: 'pending',
}

/** Our word for a harness's word for a step's status; null for none or an unknown one. */
export function planStatusOf(word: unknown): PlanStepStatus | null {
  return isPlanStatus(word) ? word : entryOf(STATUSES, word)
}
