import { expect, it } from 'vitest'
import { planStatusOf } from './plan-status.ts'

it.each([
  ['pending', 'pending'],
  ['inProgress', 'in_progress'],
  ['done', 'completed'],
  ['deleted', 'cancelled'],
  ['blocked', 'pending'],
  ['constructor', null],
  ['', null],
  [1, null],
  [undefined, null],
])('%j is %j', (word, status) => expect(planStatusOf(word)).toBe(status))
