import type { Hono } from 'hono'
import type { UsageKey } from '../store/usage-pages.ts'
import type { AppSettings } from './app.ts'
import { readCalendar, readDay } from './day.ts'
import { badParameter, quote } from './params.ts'

/** By what consumption can be added up. */
export const USAGE_KEYS: readonly UsageKey[] = ['day', 'model', 'harness', 'task']

/** Adds the route that tells what all tasks consumed. */
export function routeUsage(app: Hono, { store }: AppSettings): void {
  app.get('/api/usage', async (context) => {
    const asked = context.req.query('by') ?? 'day'
    const by = USAGE_KEYS.find((key) => key === asked)
    if (!by)
      throw badParameter(`The parameter "by" is ${quote(asked)}.`, `Use one of ${USAGE_KEYS.join(', ')}.`)
    const { dayOf, rangeOf } = readCalendar(context)
    const [first, last] = [readDay(context, 'from'), readDay(context, 'to')]
    return context.json(
      await store.readUsage({
        by,
        dayOf,
        ...(first === null ? {} : { from: rangeOf(first).from }),
        ...(last === null ? {} : { to: rangeOf(last).to }),
      }),
    )
  })
}
