import { expect, it } from 'vitest'
import { countersOf, withoutCache } from './counters.ts'

it('reads counters by the names of a harness, and null for what it has no name or no count for', () => {
  expect(countersOf({ in: 10, out: -1, read: 4 }, ['in', 'out', 'read'])).toEqual({
    inputTokens: 10,
    outputTokens: null,
    cacheReadTokens: 4,
    cacheCreationTokens: null,
  })
})

it('takes the cache out of the input, which is never negative, and stays null where it was not said', () => {
  const counters = { outputTokens: 1, cacheReadTokens: 4, cacheCreationTokens: null }
  expect(withoutCache({ ...counters, inputTokens: 10 })).toEqual({ ...counters, inputTokens: 6 })
  expect(withoutCache({ ...counters, inputTokens: 3 }).inputTokens).toBe(0)
  expect(withoutCache({ ...counters, inputTokens: null }).inputTokens).toBeNull()
})
