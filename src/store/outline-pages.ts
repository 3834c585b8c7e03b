import type { TokenCounters } from '../core/events.ts'
import type { TurnHead } from '../core/outline-turns.ts'
import type { SpanLane } from '../core/span.ts'
import type { Strip } from '../core/strip.ts'

/** Which turns to read, ascending. */
export type TurnQuery = {
  taskId: string
  generation?: number
  /** Turns after this number, exclusive. */
  after?: number
  /** 200 unless said; at most 2,000. */
  limit?: number
}

/** A page of turn heads. */
export type TurnPage = {
  turns: TurnHead[]
  /** What was consumed before the first turn; null where nothing was. With all turns it adds up to the task's totals. */
  unattributed: TurnFigures | null
  /** How many turns there are. */
  total: number
  hasMore: boolean
  generation: number
}

/** The figures of a turn that add up. */
export type TurnFigures = TokenCounters & Pick<TurnHead, 'costUsd' | 'durationMs' | 'modelCalls'>

/** Which strip to draw. */
export type StripQuery = {
  taskId: string
  generation?: number
  /** How many slices, 400 unless said; at most 2,000. */
  buckets?: number
}

/** Where a task's time went, over the whole session. */
export type TaskStrip = Strip & {
  /** The lanes in which something goes on at the last event, and since when (ms, UTC). */
  open: { lane: SpanLane; since: number; seq: number }[]
  contextWindow: number | null
  generation: number
}
