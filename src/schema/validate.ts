import * as v from 'valibot'
import { taskEventSchema } from './event.ts'

/** One thing that is wrong with an event: where (`payload.steps[0].text`, empty for the whole) and what. */
export type EventProblem = { path: string; message: string }

/**
 * Everything that keeps a value from being an event of the vocabulary; empty when it is one. Keys beside `type` and
 * `payload` are not looked at. Never throws.
 */
export function validateEvent(value: unknown): EventProblem[] {
  const result = v.safeParse(taskEventSchema, value)
  if (result.success) return []
  return result.issues.map((issue) => ({ path: pathOf(issue), message: issue.message }))
}

function pathOf(issue: v.BaseIssue<unknown>): string {
  return (issue.path ?? []).reduce((path, { key }) => {
    if (typeof key === 'number') return `${path}[${key}]`
    return path === '' ? String(key) : `${path}.${String(key)}`
  }, '')
}
