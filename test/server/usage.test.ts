import { expect, test } from 'vitest'
import type { TokenCounters } from '../../src/core/events.ts'
import { createApp, type UsageTable } from '../../src/server/index.ts'
import type { Store } from '../../src/store/store.ts'
import { recordedEvents } from '../recorded-events.ts'
import { openTestStore, record } from './recorded-store.ts'

const COUNTERS = ['inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheCreationTokens'] as const

async function openApp() {
  const { store, home } = await openTestStore()
  const app = createApp({ store, version: '0' })
  const usage = async (query: string) => {
    const response = await app.request(`/api/usage?${query}`)
    return { status: response.status, table: (await response.json()) as UsageTable }
  }
  return { store, home, usage }
}

function sumOf(rows: readonly TokenCounters[]): number[] {
  return COUNTERS.map((key) => rows.reduce((sum, row) => sum + (row[key] ?? 0), 0))
}

/** What the folded states of all tasks say. */
async function usagesOf(store: Store) {
  const { tasks } = await store.listTasks({ limit: 500 })
  return tasks.flatMap(({ id, state }) => (state ? [{ id, harness: state.harness, usage: state.usage }] : []))
}

test('adds up to what the folded states say, by whatever it is grouped', async () => {
  const { store, home, usage } = await openApp()
  const chosen = recordedEvents().filter((_, index) => index % 25 === 0)
  for (const { protocol, lines, name } of chosen) {
    await (await record(store, home, { protocol, title: name })).write(lines)
  }
  const truth = await usagesOf(store)
  const total = sumOf(truth.map((one) => one.usage))
  expect(Math.min(...total)).toBeGreaterThan(0)
  const costUsd = truth.reduce((sum, { usage: { costUsd } }) => sum + (costUsd ?? 0), 0)
  for (const by of ['day', 'model', 'harness', 'task']) {
    const { table } = await usage(`by=${by}`)
    expect(sumOf(table.rows), by).toEqual(total)
    expect(sumOf([table.totals]), by).toEqual(total)
    expect(table.totals.costUsd).toBeCloseTo(costUsd, 6)
    expect(table.totals.calls).toBe(truth.reduce((sum, one) => sum + one.usage.calls, 0))
  }
  const byTask = (await usage('by=task')).table.rows
  for (const row of byTask) {
    expect(sumOf([row]), row.title ?? '').toEqual(
      sumOf(truth.filter(({ id }) => id === row.key).map((one) => one.usage)),
    )
  }
  const byHarness = (await usage('by=harness')).table.rows
  for (const row of byHarness) {
    const own = truth.filter(({ harness }) => harness === row.key)
    expect(sumOf([row]), row.key ?? '').toEqual(sumOf(own.map((one) => one.usage)))
  }
  expect(byHarness.length).toBeGreaterThanOrEqual(5)
  const sizes = byHarness.map((row) => sumOf([row]).reduce((sum, figure) => sum + figure, 0))
  expect(sizes).toEqual([...sizes].sort((left, right) => right - left))
  const byModel = (await usage('by=model')).table.rows
  expect(byModel.map((row) => row.key)).toContain('claude-sonnet-5')
})

test('days are those of the zone, and a range holds its first and last day', async () => {
  const { store, home, usage } = await openApp()
  const call = (id: string, inputTokens: number) =>
    JSON.stringify({ type: 'usage', scope: 'call', messageId: id, inputTokens, outputTokens: 1 })
  const { commitAt } = await record(store, home, { protocol: 'jsonl' })
  await commitAt(Date.parse('2026-03-28T22:50:00Z'), [call('a', 1)])
  await commitAt(Date.parse('2026-03-28T23:05:00Z'), [call('b', 10)])
  await commitAt(Date.parse('2026-03-29T21:50:00Z'), [call('c', 100)])
  await commitAt(Date.parse('2026-03-29T22:05:00Z'), [call('d', 1_000)])
  const days = async (query: string) =>
    (await usage(query)).table.rows.map((row) => [row.key, row.inputTokens, row.tasks])
  expect(await days('')).toEqual([
    ['2026-03-28', 11, 1],
    ['2026-03-29', 1_100, 1],
  ])
  // The day on which the clocks of Berlin go forward has 23 hours.
  expect(await days('zone=Europe/Berlin')).toEqual([
    ['2026-03-28', 1, 1],
    ['2026-03-29', 110, 1],
    ['2026-03-30', 1_000, 1],
  ])
  expect(await days('zone=Europe/Berlin&from=2026-03-29&to=2026-03-29')).toEqual([['2026-03-29', 110, 1]])
  expect((await usage('by=model&zone=Asia/Kathmandu&from=2026-03-30')).table).toMatchObject({
    rows: [
      { key: null, inputTokens: 1_100, outputTokens: 2, cacheReadTokens: null, costUsd: null, calls: 2 },
    ],
    totals: { inputTokens: 1_100, tasks: 1 },
  })
  expect((await usage('from=2026-04-01')).table).toMatchObject({
    rows: [],
    totals: { inputTokens: null, tasks: 0 },
  })
})

test.each(['by=hour', 'from=yesterday', 'from=2026-02-30', 'to=1', 'zone=Nowhere/Else', 'zone='])(
  'a bad parameter (%s) is 400',
  async (query) => {
    const { usage } = await openApp()
    expect((await usage(query)).status).toBe(400)
  },
)
