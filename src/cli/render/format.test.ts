import { expect, it } from 'vitest'
import { describeEdit } from './edit-size.ts'
import { formatAge, formatCompact, formatCost, formatDuration, totalTokens } from './format.ts'

it.each([
  [formatDuration(29.4), '29 ms'],
  [formatDuration(2_160), '2.2 s'],
  [formatDuration(59_960), '1m00s'],
  [formatDuration(66_000), '1m06s'],
  [formatDuration(7_500_000), '2h05m'],
  [formatCost(0), '$0.00'],
  [formatCost(0.0981), '$0.098'],
  [formatCost(null), '—'],
  [formatCompact(999), '999'],
  [formatCompact(96_739), '96.7k'],
  [formatCompact(999_960), '1.0M'],
  [formatAge(30_000), 'now'],
  [formatAge(3 * 86_400_000), '3d'],
  [totalTokens({ inputTokens: 1, outputTokens: null }), 1],
  [totalTokens(null), null],
])('%s is %s', (shown, expected) => {
  expect(shown).toBe(expected)
})

it('says how large an edit is', () => {
  const edit = (before: string, after: string) => JSON.stringify({ old_string: before, new_string: after })
  expect(describeEdit(edit('a\nb\nc', 'a\nB\nB2\nc'))).toBe('+2 −1')
  expect(describeEdit(edit('a\na', 'a'))).toBe('+0 −1')
  expect(describeEdit(JSON.stringify({ file_path: 'x', content: '1\n2\n' }))).toBe('2 lines')
  expect(
    describeEdit(JSON.stringify({ edits: [JSON.parse(edit('a', 'b')), JSON.parse(edit('', 'c'))] })),
  ).toBe('+2 −1')
  expect(describeEdit('{"old_string":"cut of')).toBeNull()
})
