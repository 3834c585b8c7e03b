import type { BackgroundTask, JsonValue, PlanStep, TokenCounters } from './events.ts'
import type { SessionMemory } from './session-memory.ts'
import type { ToolKind } from './tool-kind.ts'

/** What a task is, in one word. */
export type SessionStatus =
  | 'starting'
  | 'running'
  | 'needs-input'
  | 'background'
  | 'waiting'
  | 'succeeded'
  | 'failed'
  | 'interrupted'
  | 'no-result'

/** What a model's calls or a session consumed, as far as the harness said. Every figure is null where it never did. */
export type UsageSummary = TokenCounters & {
  /** Model calls counted, each once. */
  calls: number
  /** The model of the latest main-loop call, else of the session's start. */
  model: string | null
  /** The prompt of the latest main-loop call; null after a compaction until the next call. */
  contextTokens: number | null
  contextWindow: number | null
  costUsd: number | null
  turns: number | null
  durationMs: number | null
  /** Rows per model, where the harness states them. */
  models: (TokenCounters & { model: string; costUsd: number | null; contextWindow: number | null })[]
  /** What the harness's totals hold beyond the calls that it printed (may be negative); null without totals. */
  unattributed: TokenCounters | null
  /** The output count holds snapshots taken while the model still wrote: it was at least this. */
  outputIsLowerBound: boolean
}

/** A call that has no result yet. */
export type OpenCall = {
  callId: string
  run: string | null
  name: string | null
  kind: ToolKind
  parentCallId: string | null
  /** When it was called (ms), null when the event had no time. */
  ts: number | null
}

/** A permission request or a question that waits for a person. */
export type OpenNeed = {
  kind: 'permission' | 'question'
  requestId: string
  run: string | null
  callId: string | null
  tool: string | null
  text: string
  input: JsonValue
  options: JsonValue
}

/** What a task did with one file. */
export type TouchedFile = { path: string; reads: number; edits: number }

/** How often a tool was used. */
export type ToolUse = {
  name: string
  kind: ToolKind
  calls: number
  failures: number
  /** How long the calls took: what their results state, else the time between call and result, where both had one. */
  totalMs: number
}

/** A task as its events tell it so far. Plain data: it survives JSON. */
export type SessionState = {
  status: SessionStatus
  /** The words of the last end. */
  summary: string | null
  /** The reason of the last end, else the text of the last error notice. */
  reason: string | null
  sessionId: string | null
  harness: string | null
  harnessVersion: string | null
  model: string | null
  cwd: string | null
  title: string | null
  titleOrigin: 'human' | 'agent' | null
  /** The whole plan, null when there never was one. */
  plan: PlanStep[] | null
  /** What still runs beside the turn. */
  background: BackgroundTask[]
  openCalls: OpenCall[]
  needs: OpenNeed[]
  usage: UsageSummary
  /** Turns begun. */
  turns: number
  startedAt: number | null
  lastAt: number | null
  /** Events folded, by type, and how many `raw` ones are hidden (without a notice). */
  counts: { events: number; byType: Record<string, number>; hiddenRaw: number }
  /** The first 1,000 files that calls named. */
  files: TouchedFile[]
  /** The first 200 tools, in order of first use. */
  tools: ToolUse[]
  /**
   * Private to the fold: what it must remember to count once. Left out of what is served and stored; a reader that
   * wants to go on folding folds the stored events again.
   */
  memory: SessionMemory
}

/** A session state as it is stored and served: without the fold's private memory. */
export type SessionView = Omit<SessionState, 'memory'>
