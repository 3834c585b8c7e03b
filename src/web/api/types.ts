import type { JsonValue, TokenCounters } from '../../core/events.ts'
import type { Recap } from '../../core/recap.ts'
import type { SessionView } from '../../core/session-state.ts'
import type { Strip } from '../../core/strip.ts'

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
export type TaskDetail = TaskSummary & {
  runs: Run[]
  state: SessionView | null
  generation: number
  steering: TaskSteering
}

/** What a person may do in a task now. */
export type TaskSteering = {
  /** `turn`: to the process that runs; `run`: to a new one that resumes the session; null: no words reach it. */
  reply: 'turn' | 'run' | null
  /** Why no words reach it, as half a sentence. */
  why: string | null
  isRunning: boolean
}

/** What this page may do on its server. */
export type PageSession = { authorized: boolean; canStart: boolean; version: string }

/** A file that goes with a person's words. */
export type UserFile = { name: string; mediaType: string | null; base64: string }

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

/** Where a task's time went, over the whole session. */
export type TaskStrip = Strip & { contextWindow: number | null; generation: number }

/** A turn, with what it took. */
export type TurnHead = TokenCounters & {
  number: number
  firstSeq: number
  lastSeq: number
  words: string | null
  startedAt: number
  endedAt: number | null
  costUsd: number | null
  durationMs: number | null
  calls: number
  failures: number
  status: string
}

/** A page of turns. */
export type TurnPage = { turns: TurnHead[]; total: number; hasMore: boolean; generation: number }

/** What was consumed. */
export type UsageFigures = TokenCounters & { costUsd: number | null; calls: number; tasks: number }

/** Consumption of a day, a model, a harness or a task. */
export type UsageRow = UsageFigures & { key: string | null; title?: string | null }

/** Consumption of all tasks. */
export type UsageTable = { rows: UsageRow[]; totals: UsageFigures }

/** An event that holds a text that is looked for. */
export type FoundMatch = {
  seq: number
  ts: number
  type: string
  /** Which of its texts. */
  where: string
  excerpt: string
  offsets: [start: number, end: number][]
}

/** A page of such events. */
export type FindPage = {
  matches: FoundMatch[]
  firstPosition: number | null
  total: number
  isComplete: boolean
  hasMore: boolean
  generation: number
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
