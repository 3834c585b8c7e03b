import { addFigures, noCounters } from './counters.ts'
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
      const more = growthOf(book.booked.get(row.model) ?? noFigures(), row)
      add(book, slot, row.model, more, 0)
      rest = growthOf(more, rest)
    }
  }
  const model = (payload.scope === 'call' ? text(payload.model) : null) ?? after.model ?? ''
  add(book, slot, model, rest, after.calls - before.calls)
}

function add(book: UsageBook, slot: number, model: string, more: ModelSum, calls: number): void {
  // A repeated statement, or a reading of the context: nothing was consumed.
  if (calls === 0 && isNothing(more)) return
  addInto(entryOf(book.booked, model, noFigures), more)
  const row = entryOf(book.added, `${slot} ${model}`, () => ({ slot, model, calls: 0, ...noFigures() }))
  addInto(row, more)
  row.calls += calls
}

function entryOf<T>(entries: Map<string, T>, key: string, make: () => T): T {
  const known = entries.get(key)
  if (known) return known
  const made = make()
  entries.set(key, made)
  return made
}

function noFigures(): ModelSum {
  return { ...noCounters(), costUsd: null }
}

/** In place: this is done for each model call. */
function addInto(sum: ModelSum, more: ModelSum): void {
  sum.inputTokens = addFigures(sum.inputTokens, more.inputTokens)
  sum.outputTokens = addFigures(sum.outputTokens, more.outputTokens)
  sum.cacheReadTokens = addFigures(sum.cacheReadTokens, more.cacheReadTokens)
  sum.cacheCreationTokens = addFigures(sum.cacheCreationTokens, more.cacheCreationTokens)
  sum.costUsd = addFigures(sum.costUsd, more.costUsd)
}

function growthOf(before: ModelSum, after: ModelSum): ModelSum {
  return {
    inputTokens: growth(before.inputTokens, after.inputTokens),
    outputTokens: growth(before.outputTokens, after.outputTokens),
    cacheReadTokens: growth(before.cacheReadTokens, after.cacheReadTokens),
    cacheCreationTokens: growth(before.cacheCreationTokens, after.cacheCreationTokens),
    costUsd: growth(before.costUsd, after.costUsd),
  }
}

function isNothing(more: ModelSum): boolean {
  return !(
    more.inputTokens ||
    more.outputTokens ||
    more.cacheReadTokens ||
    more.cacheCreationTokens ||
    more.costUsd
  )
}

function growth(before: number | null, after: number | null): number | null {
  return before === null && after === null ? null : (after ?? 0) - (before ?? 0)
}
