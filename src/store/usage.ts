import { addCounters, addFigures, noCounters, sumOfCounters } from '../core/counters.ts'
import { SLOT_MS } from '../core/outline-usage.ts'
import { num, text } from '../core/read.ts'
import type { Connection } from './connection.ts'
import type { Row } from './rows.ts'
import type { UsageFigures, UsageKey, UsageQuery, UsageRow, UsageTable } from './usage-pages.ts'

/** What rows are grouped by: an expression, and what else it takes to tell of a group. */
const GROUPS: Readonly<Record<UsageKey, { key: string; also: string }>> = {
  // A day has many slots, in which one task may appear several times: its tasks are counted when the slots are joined.
  day: { key: 'slot', also: ', usage_slot.generation' },
  model: { key: 'model', also: '' },
  harness: { key: 'task.harness', also: '' },
  task: { key: 'task.id', also: ', task.title' },
}

/** What all tasks of a store consumed, added up by something. */
export function usageOf(connection: Connection, query: UsageQuery): UsageTable {
  const groups = readGroups(connection, query)
  const rows = query.by === 'day' ? joinDays(groups, query.dayOf ?? dayOfUtc) : groups.map(readRow)
  const totals = readFigures(readTotals(connection, query) ?? {})
  if (query.by !== 'day') rows.sort((left, right) => sumOfCounters(right) - sumOfCounters(left))
  return { rows, totals }
}

const FIGURES = `sum(input_tokens) as inputTokens, sum(output_tokens) as outputTokens,
  sum(cache_read_tokens) as cacheReadTokens, sum(cache_creation_tokens) as cacheCreationTokens,
  sum(cost_usd) as costUsd, sum(calls) as calls, count(distinct usage_slot.generation) as tasks`
const SOURCE =
  'from usage_slot join task on task.generation = usage_slot.generation where slot >= ? and slot < ?'

function readGroups(connection: Connection, query: UsageQuery): Row[] {
  const { key, also } = GROUPS[query.by]
  const sql = `select ${key} as key${also}, ${FIGURES} ${SOURCE} group by ${key}${also} order by ${key}`
  return connection.all(sql, ...slotsOf(query))
}

function readTotals(connection: Connection, query: UsageQuery): Row | null {
  return connection.get(`select ${FIGURES} ${SOURCE}`, ...slotsOf(query))
}

function slotsOf({ from = 0, to = Number.MAX_SAFE_INTEGER }: UsageQuery): [number, number] {
  return [Math.ceil(from / SLOT_MS), Math.ceil(to / SLOT_MS)]
}

function readRow(row: Row): UsageRow {
  const title = 'title' in row ? { title: text(row.title) } : {}
  return { key: text(row.key), ...readFigures(row), ...title }
}

function joinDays(groups: readonly Row[], dayOf: (ms: number) => string): UsageRow[] {
  const days = new Map<string, UsageRow & { generations: Set<unknown> }>()
  for (const row of groups) {
    const key = dayOf(Number(row.key) * SLOT_MS)
    const day = days.get(key) ?? {
      key,
      ...noCounters(),
      costUsd: null,
      calls: 0,
      tasks: 0,
      generations: new Set(),
    }
    const more = readFigures(row)
    day.generations.add(row.generation)
    const costUsd = more.costUsd === null ? day.costUsd : addFigures(day.costUsd, more.costUsd)
    days.set(key, { ...day, ...addCounters(day, more), costUsd, calls: day.calls + more.calls })
  }
  return [...days.values()].map(({ generations, ...day }) => ({ ...day, tasks: generations.size }))
}

function readFigures(row: Row): UsageFigures {
  return {
    inputTokens: num(row.inputTokens),
    outputTokens: num(row.outputTokens),
    cacheReadTokens: num(row.cacheReadTokens),
    cacheCreationTokens: num(row.cacheCreationTokens),
    costUsd: num(row.costUsd),
    calls: Number(row.calls ?? 0),
    tasks: Number(row.tasks ?? 0),
  }
}

function dayOfUtc(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
