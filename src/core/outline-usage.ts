import { addCounters, addFigures, noCounters, subtractCounters } from './counters.ts'
import type { TokenCounters } from './events.ts'
import { text } from './read.ts'
import type { UsageSummary } from './session-state.ts'

/** What a task consumed of one model within a quarter of an hour. */
export type UsageSlot = TokenCounters & {
  /** Whole quarters of an hour since the epoch: offsets of time zones are multiples of it. */
  slot: number
  /** Empty where nobody named it. */
  model: string
  costUsd: number | null
  /** Model calls, each once. */
  calls: number
}

/** What was booked so far by model, and what came since it was last taken away, by slot and model. */
export type UsageBook = {
  booked: Map<string, ModelSum>
  added: Map<string, UsageSlot>
}

type ModelSum = TokenCounters & { costUsd: number | null }

/** A quarter of an hour. */
export const SLOT_MS = 900_000

/** A book of which nothing is written yet. */
export function createUsageBook(): UsageBook {
  return { booked: new Map(), added: new Map() }
}

/**
 * Books what the usage of the session grew by with a `usage` payload: where the harness states rows per model, by these;
 * the rest on the model of the call, else on the session's.
 */
export function bookSlot(
  book: UsageBook,
  payload: Record<string, unknown>,
  { before, after, now }: { before: UsageSummary; after: UsageSummary; now: number },
): void {
  const slot = Math.floor(now / SLOT_MS)
  let rest: ModelSum = growthOf(before, after)
  if (payload.scope === 'session') {
    for (const row of after.models) {
      const more = growthOf(book.booked.get(row.model) ?? { ...noCounters(), costUsd: null }, row)
      add(book, slot, row.model, more, 0)
      rest = growthOf(more, rest)
    }
  }
  const model = (payload.scope === 'call' ? text(payload.model) : null) ?? after.model ?? ''
  add(book, slot, model, rest, after.calls - before.calls)
}

function add(book: UsageBook, slot: number, model: string, more: ModelSum, calls: number): void {
  const booked = book.booked.get(model)
  book.booked.set(model, booked ? sumOf(booked, more) : more)
  const key = `${slot} ${model}`
  const row = book.added.get(key) ?? { slot, model, ...noCounters(), costUsd: null, calls: 0 }
  book.added.set(key, { ...row, ...sumOf(row, more), calls: row.calls + calls })
}

function sumOf(left: ModelSum, right: ModelSum): ModelSum {
  return { ...addCounters(left, right), costUsd: addFigures(left.costUsd, right.costUsd) }
}

function growthOf(before: ModelSum, after: ModelSum): ModelSum {
  const costUsd =
    after.costUsd === null && before.costUsd === null ? null : (after.costUsd ?? 0) - (before.costUsd ?? 0)
  return { ...subtractCounters(after, before), costUsd }
}
