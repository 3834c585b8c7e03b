import { clipText, DEFAULT_CLIP } from './clip.ts'
import type { PlanStep } from './events.ts'
import { isPlanStatus } from './plan-status.ts'
import { objects, str, text } from './read.ts'
import type { SessionState } from './session-state.ts'

/** Longest plan that is kept. */
const MAX_STEPS = 500

/** Takes a `plan` payload: the whole plan, or changes of single steps. A subagent's own list is not the task's plan. */
export function applyPlan(state: SessionState, payload: Record<string, unknown>, run: string): void {
  const { plan, planCalls } = state.memory
  const callKey = planCalls[`run:${run}`] ?? null
  const steps = objects(payload.steps).slice(0, MAX_STEPS).map(readStep)
  if (payload.merge === true) {
    for (const step of steps) mergeStep(state, step, run, callKey)
    return
  }
  if (!Array.isArray(payload.steps) || text(payload.parentCallId) !== null) return
  const before = { steps: state.plan, keys: plan.keys }
  plan.version++
  state.plan = steps.map((step) => ({ ...step, text: step.text ?? '', status: step.status ?? 'pending' }))
  plan.keys = steps.map((step) => (step.id === undefined ? null : keyOfStep(run, step.id)))
  if (callKey !== null) undoListOf(state, callKey).push({ version: plan.version, ...before })
}

/** Notes a call to a plan tool: the plan event that follows has no call id, and is the call's doing. */
export function notePlanCall(state: SessionState, callKey: string, run: string): void {
  state.memory.planCalls[`run:${run}`] = callKey
}

/** Forgets how to undo a call's plan changes and, when the call failed, undoes them. */
export function undoPlan(state: SessionState, callKey: string, run: string, failed: boolean): void {
  const { plan, planCalls } = state.memory
  if (planCalls[`run:${run}`] === callKey) delete planCalls[`run:${run}`]
  const changes = plan.undo[callKey]
  if (!changes) return
  delete plan.undo[callKey]
  if (!failed) return
  for (const change of changes.reverse()) {
    if ('version' in change) {
      if (change.version !== plan.version) continue
      state.plan = change.steps
      plan.keys = change.keys
      plan.version++
    } else {
      restoreStep(state, change.key, change.before)
    }
  }
}

function mergeStep(state: SessionState, step: PlanStep, run: string, callKey: string | null): void {
  const { plan } = state.memory
  if (step.id === undefined) return
  const steps = [...(state.plan ?? [])]
  const keys = [...plan.keys]
  const index = indexOfStep(keys, keyOfStep(run, step.id), step)
  const before = index === -1 ? null : (steps[index] ?? null)
  const after = {
    id: step.id,
    text: step.text ?? before?.text ?? '',
    status: step.status ?? before?.status ?? 'pending',
  }
  const at = index === -1 ? steps.length : index
  if (at >= MAX_STEPS) return
  const key = keys[at] ?? keyOfStep(run, step.id)
  steps[at] = after
  keys[at] = key
  state.plan = steps
  plan.keys = keys
  plan.version++
  if (callKey !== null) undoListOf(state, callKey).push({ key, before })
}

/** A resumed session goes on with the ids of the run before: a change without a text means such a step. */
function indexOfStep(keys: readonly (string | null)[], key: string, step: PlanStep): number {
  const own = keys.indexOf(key)
  if (own !== -1 || step.text !== null) return own
  return keys.findLastIndex((other) => other?.endsWith(`:${step.id}`))
}

function restoreStep(state: SessionState, key: string, before: PlanStep | null): void {
  const { plan } = state.memory
  const at = plan.keys.indexOf(key)
  if (at === -1 || !state.plan) return
  state.plan = state.plan.toSpliced(at, 1, ...(before ? [before] : []))
  plan.keys = plan.keys.toSpliced(at, 1, ...(before ? [key] : []))
  plan.version++
}

function undoListOf(state: SessionState, callKey: string): SessionState['memory']['plan']['undo'][string] {
  const { undo } = state.memory.plan
  const list = undo[callKey] ?? []
  undo[callKey] = list
  return list
}

function keyOfStep(run: string, id: string): string {
  return `step:${run}:${id}`
}

function readStep(step: Record<string, unknown>): PlanStep {
  const id = text(step.id)
  const words = str(step.text)
  const { status } = step
  return {
    text: words === null ? null : clipText(words, DEFAULT_CLIP).text,
    status: isPlanStatus(status) ? status : null,
    ...(id === null ? {} : { id }),
  }
}
