import type { ModelUsage, PlanStep, TokenCounters } from './events.ts'

/** What the fold remembers to count everything once. Plain data; every dictionary key has a prefix of its own. */
export type SessionMemory = {
  /** Stdin stays open for more turns: a closed turn of a live process waits. */
  interactive: boolean
  /** The harness states an end of its own, so a process that ends without one has no result. */
  owesEnding: boolean
  /** A turn is going on, or was when its process ended. */
  isTurnOpen: boolean
  /** The run whose turn that is. */
  turnRun: string | null
  /** The word of the last turn that the latest run ended, null before its first. */
  lastWord: 'succeeded' | 'failed' | 'interrupted' | 'no-result' | null
  /** The reason that the last end stated, null when it had none. */
  endReason: string | null
  /** The text of the last error notice since a turn succeeded. */
  lastError: string | null
  /** The word for why that the last error notice stated, null when it stated none. */
  lastErrorReason: string | null
  /** A call was denied and the model said nothing after it: where the run ends then, that is why. */
  isDenied: boolean
  /** Runs by key: whether the process still lives. */
  liveRuns: Record<string, boolean>
  /** How many of them live: looking through all at each event would cost more with each run. */
  liveCount: number
  /** How the last process ended, null before and while a later one lives. */
  exit: ExitFacts | null
  /** Calls counted already, by key. */
  calls: Record<string, KnownCall>
  /** Key of the latest open call to a plan tool, by run: a plan event after it is taken for its effect. */
  planCalls: Record<string, string>
  plan: PlanMemory
  /** Run of each entry of the view's background list. */
  backgroundRuns: (string | null)[]
  /** Background tasks that ended, by key: a late announcement does not revive them. */
  endedTasks: Record<string, true>
  toolIndex: Record<string, number>
  fileIndex: Record<string, number>
  ledger: LedgerMemory
}

/** What was counted of one call. */
export type KnownCall = {
  /** The name under which its use is counted. */
  tool: string
  /** Its input named files, which are counted. */
  hasFiles: boolean
}

/** How a process ended. */
export type ExitFacts = {
  /** Null when a signal ended it or nobody knows. */
  exitCode: number | null
  /** E.g. `SIGKILL`, null when none did. */
  signal: string | null
  /** Who stopped it, null when nobody did. */
  stoppedBy: 'user' | 'time_limit' | 'spool_limit' | 'end_of_input' | null
}

/** Keys of the view's plan steps, and how to undo changes whose call may still fail. */
export type PlanMemory = {
  keys: (string | null)[]
  /** Counts the changes: a whole plan is only undone while nothing changed since. */
  version: number
  undo: Record<string, PlanUndo[]>
}

/** One undoable change of the plan. */
export type PlanUndo =
  | { version: number; steps: PlanStep[] | null; keys: (string | null)[] }
  | { key: string; before: PlanStep | null }

/** The usage ledger's books. */
export type LedgerMemory = {
  /** Model calls, each once. */
  callCount: number
  /** Sum of all calls. */
  callTotals: TokenCounters
  callCostUsd: number | null
  /** Calls by id: what was counted of each. */
  calls: Record<string, CountedCall>
  /** Sum of the increments that the harness's statements gave, null before the first. */
  statedTotals: TokenCounters | null
  costUsd: number | null
  turns: number | null
  durationMs: number | null
  /** Sum over the runs of their calls after the last statement. */
  pendingTotals: TokenCounters
  /** How many of those calls have an output count that is only a snapshot. */
  pendingProvisional: number
  runs: Record<string, RunBooks>
  /** The last running total per session id, whichever run stated it. */
  sessions: Record<string, RunningTotal>
  /** Rows per model: of stretches that are over, and of the one that goes on. */
  pastModels: ModelUsage[]
  currentModels: ModelUsage[]
  /** Windows that the harness stated, by model. */
  windows: Record<string, number>
  startedWindow: number | null
  startedModel: string | null
  lastModel: string | null
  contextTokens: number | null
}

/** What was counted of one call. */
export type CountedCall = {
  counters: TokenCounters
  costUsd: number | null
  run: string
  /** The run's number of statements when it was counted: while that stands, the call is pending. */
  epoch: number
  provisional: boolean
}

/** A running total as it was last stated. */
export type RunningTotal = {
  counters: TokenCounters
  costUsd: number | null
  turns: number | null
  durationMs: number | null
}

/** The books of one run. */
export type RunBooks = {
  /** Non-zero statements so far. */
  epoch: number
  total: RunningTotal | null
  /** Figures of turns stated since the last running total, which the next one will hold too. */
  turnsSince: TokenCounters
  pending: TokenCounters
  pendingProvisional: number
  /** Prompt tokens of the run's own calls. */
  ownPromptTokens: number
  /** Its totals go on from an earlier run's. */
  continues: boolean
  /** The session it said to be in, null before it did. */
  sessionId: string | null
}
