import type { TokenCounters } from '../core/events.ts'

/** By what consumption is added up. */
export type UsageKey = 'day' | 'model' | 'harness' | 'task'

/** What to add up. */
export type UsageQuery = {
  by: UsageKey
  /** From this moment on (ms, UTC), a quarter of an hour's start. */
  from?: number
  /** Up to this moment, exclusive. */
  to?: number
  /** The day of a moment, for `by: 'day'`; that of UTC unless given. */
  dayOf?: (ms: number) => string
}

/** What was consumed; null where no harness said so. */
export type UsageFigures = TokenCounters & {
  /** As the harnesses stated it. */
  costUsd: number | null
  /** Model calls, each once. */
  calls: number
  /** Tasks that consumed something. */
  tasks: number
}

/** One row: of a day (`2026-12-01`), a model, a harness or a task (its id); null where nobody named it. */
export type UsageRow = UsageFigures & {
  key: string | null
  /** Only of tasks. */
  title?: string | null
}

/** Consumption: days in order, all others by their tokens, the largest first. */
export type UsageTable = { rows: UsageRow[]; totals: UsageFigures }
