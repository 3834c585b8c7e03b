import type { PlanStep } from './events.ts'
import { isPlanStatus } from './plan-status.ts'
import { objects, str, text } from './read.ts'

/** What one plan event changed, in words and steps. */
export type PlanChange = { head: string; steps: PlanStep[] }

/** A reader that remembers the texts of steps, which later changes leave out. */
export function createPlanReader(): (payload: Record<string, unknown>, run: string) => PlanChange {
  const known = new Map<string, PlanStep>()
  return (payload, run) => {
    const isMerge = payload.merge === true
    let added = 0
    const steps = objects(payload.steps).map((entry) => {
      const id = text(entry.id)
      const before = id === null ? undefined : known.get(`${run} ${id}`)
      if (!before) added++
      const { status } = entry
      const step: PlanStep = {
        text: str(entry.text) ?? before?.text ?? (id === null ? '' : `Step ${id}`),
        status: isPlanStatus(status) ? status : (before?.status ?? 'pending'),
        ...(id === null ? {} : { id }),
      }
      if (id !== null) known.set(`${run} ${id}`, step)
      return step
    })
    const all = isMerge ? [...known.values()].filter((step) => step.status !== 'cancelled') : steps
    const done = all.filter((step) => step.status === 'completed').length
    const isNew = isMerge ? added === steps.length : done === 0
    const head = isNew
      ? `${steps.length} ${steps.length === 1 ? 'step' : 'steps'} added`
      : `${done} of ${all.length} done`
    return { head, steps }
  }
}
