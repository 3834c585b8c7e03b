import type { JsonValue } from '../../core/events.ts'
import type { Recap } from '../../core/recap.ts'
import type { SessionView } from '../../core/session-state.ts'

/** A task in the list. */
export type TaskSummary = {
  id: string
  title: string | null
  status: string
  harness: string | null
  protocol: string
  createdAt: number
  lastAt: number | null
  recap: Recap
}

/** A run of a task. */
export type Run = {
  id: string
  ordinal: number
  exitCode: number | null
  signal: string | null
  endedAt: number | null
}

/** A task with its runs and its folded state. */
export type TaskDetail = TaskSummary & { runs: Run[]; state: SessionView | null; generation: number }

/** An event as the server gives it. */
export type ApiEvent = {
  seq: number
  ts: number
  tsKind: 'stated' | 'read' | 'late'
  type: string
  payload: Record<string, JsonValue>
  run: string
  hasSource: boolean
}

/** A page of events. */
export type EventPage = {
  events: ApiEvent[]
  related: ApiEvent[]
  firstSeq: number | null
  lastSeq: number | null
  hasMore: boolean
  generation: number
}

/** A change of a task, as the streams tell it. */
export type TaskNews = {
  id: string
  title: string | null
  status: string
  recap: Recap
  generation: number
  /** The task is no more. */
  removed?: true
}

/** A page of what a task's processes printed. */
export type OutputPage = {
  output: { run: string; stream: 'stdout' | 'stderr'; text: string; cut?: true }[]
  next: string
  hasMore: boolean
}
