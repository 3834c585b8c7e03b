import { expect, it } from 'vitest'
import { reasonInText, reasonOfHttpStatus } from './end-reason.ts'

it.each([
  [401, 'auth'],
  [404, 'model_not_found'],
  [429, 'rate_limit'],
  [500, 'api_error'],
  [503, 'overloaded'],
  [529, 'overloaded'],
])('a call that was answered with %d failed for %s', (status, reason) => {
  expect(reasonOfHttpStatus(status)).toBe(reason)
})

it('takes the first words that match, and null where none do', () => {
  const reasons = [
    [/limit/, 'rate_limit'],
    [/token limit/, 'output_limit'],
  ] as const
  expect(reasonInText(reasons, 'the token limit')).toBe('rate_limit')
  expect(reasonInText(reasons, 'no such key')).toBeNull()
})
