import { expect, it } from 'vitest'
import { csvOf } from './csv.ts'
import { formatDayName, lastDays } from './days.ts'

it('quotes what must be quoted, and lets no title be a formula', () => {
  const rows = [
    ['key', 'tokens', 'cost'],
    ['say "hi", twice\nover', 12, null],
    ['=HYPERLINK("x")', -3, 0.5],
    ['-1', 0, 1],
  ] as const
  expect(csvOf(rows)).toBe(
    'key,tokens,cost\r\n"say ""hi"", twice\nover",12,\r\n"\'=HYPERLINK(""x"")",-3,0.5\r\n\'-1,0,1\r\n',
  )
})

it('counts days by the calendar, over the ends of months', () => {
  expect(lastDays(3, new Date(2026, 2, 1))).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  expect(formatDayName('2026-12-01')).toMatch(/1/)
})
