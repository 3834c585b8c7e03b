import type { Context } from 'hono'
import { badParameter, quote } from './params.ts'

const DAY_MS = 86_400_000

/** A calendar as a client's clock on the wall has it. */
export type Calendar = {
  /** The day of a moment: `2026-12-01`. */
  dayOf(ms: number): string
  /** When a day begins, and when the next one does (ms, UTC). */
  rangeOf(day: string): { from: number; to: number }
}

/** The calendar of the time zone that the parameter `zone` names; that of UTC without it. A bad name is a 400. */
export function readCalendar(context: Context): Calendar {
  const zone = context.req.query('zone') ?? 'UTC'
  let format: Intl.DateTimeFormat
  try {
    // Of the formats of the platform this is the one that prints numbers only, the year first.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  } catch {
    throw badParameter(
      `The parameter "zone" is ${quote(zone)}.`,
      'Give a time zone like Europe/Berlin or UTC.',
    )
  }
  const wallClock = (ms: number): string => format.format(ms)
  const startOf = (utcMidnight: number): number => {
    let start = utcMidnight
    // The offset at the guess, then that at the start itself: it may change in between.
    for (let round = 0; round < 2; round++) {
      start = utcMidnight - (Date.parse(`${wallClock(start).replace(' ', 'T')}Z`) - start)
    }
    return start
  }
  return {
    dayOf: (ms) => wallClock(ms).slice(0, 10),
    rangeOf: (day) => {
      const midnight = Date.parse(`${day}T00:00:00Z`)
      return { from: startOf(midnight), to: startOf(midnight + DAY_MS) }
    },
  }
}

/** A query parameter as a day like `2026-12-01`, null when it is absent; a bad one is a 400. */
export function readDay(context: Context, name: string): string | null {
  const value = context.req.query(name)
  if (value === undefined) return null
  const ms = /^[12]\d{3}-\d\d-\d\d$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN
  if (Number.isFinite(ms) && new Date(ms).toISOString().startsWith(value)) return value
  throw badParameter(`The parameter "${name}" is ${quote(value)}.`, 'Give a day like 2026-12-01.')
}
