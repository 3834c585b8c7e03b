import { describe, expect, it } from 'vitest'
import { formatAge, formatBytes, formatCost, formatCount, formatDay, formatDuration } from './format.ts'

/** The locale of the machine decides the decimal sign; the figure is what is checked. */
const withPoint = (text: string) => text.replace(',', '.')

describe('figures on the page', () => {
  it('never round to the next unit without saying so', () => {
    expect([0, 29, 999.4, 999.6, 2_240].map(formatDuration).map(withPoint)).toEqual([
      '0 ms',
      '29 ms',
      '999 ms',
      '1 s',
      '2.2 s',
    ])
    expect(
      [59_949, 59_950, 66_400, 3_599_499, 3_599_500, 7_500_000].map(formatDuration).map(withPoint),
    ).toEqual(['59.9 s', '1 m 00 s', '1 m 06 s', '59 m 59 s', '1 h 00 m', '2 h 05 m'])
    expect([999, 1_000, 999_949, 999_950].map(formatBytes).map(withPoint)).toEqual([
      '999 B',
      '1 KB',
      '999.9 KB',
      '1 MB',
    ])
  })

  it('keep the first two digits of a small amount', () => {
    expect([0, 1.503, 0.1, 0.0984, 0.0012].map(formatCost).map(withPoint)).toEqual([
      '$0.00',
      '$1.50',
      '$0.10',
      '$0.098',
      '$0.0012',
    ])
  })

  it('say with a dash that nothing was stated', () => {
    for (const nothing of [null, undefined]) {
      expect([formatCount(nothing), formatCost(nothing), formatDuration(nothing)]).toEqual(['—', '—', '—'])
    }
  })

  it('say how long ago, in whole units', () => {
    expect([59_999, 60_000, 3_599_999, 3_600_000, 86_400_000].map(formatAge)).toEqual([
      'now',
      '1 m',
      '59 m',
      '1 h',
      '1 d',
    ])
  })

  it('name the day by the calendar, over a change of the clocks too', () => {
    const now = new Date(2026, 2, 29, 0, 30).getTime()
    expect(formatDay(new Date(2026, 2, 28, 23, 59).getTime(), now)).toBe('Yesterday')
    expect(formatDay(new Date(2026, 2, 29, 23, 59).getTime(), now)).toBe('Today')
    const later = new Date(2026, 2, 30, 0, 10).getTime()
    expect(formatDay(new Date(2026, 2, 29, 0, 0).getTime(), later)).toBe('Yesterday')
  })
})
