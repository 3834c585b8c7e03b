/** The vocabulary: what agent-stream stores and serves. Keys and types are added, never renamed or removed. */

/** Every event type, in the order of the specification. An unknown type met by a reader is treated like `raw`. */
export const TASK_EVENT_TYPES = [
  'session.started',
  'session.title',
  'message',
  'thinking',
  'tool.call',
  'tool.result',
  'plan',
  'usage',
  'session.ended',
  'session.background',
  'raw',
] as const

/** One of {@link TASK_EVENT_TYPES}. */
export type TaskEventType = (typeof TASK_EVENT_TYPES)[number]

/** A value that JSON can carry. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

/** A parsed JSON object whose shape nobody has promised. Read it with the helpers of `read.ts`. */
export type JsonObject = { [key: string]: JsonValue }

/** An event as a dialect gives it: a type of the vocabulary and its payload. Fresh, mutable, safe for JSON. */
export type NormalizedEvent = {
  type: TaskEventType
  payload: Record<string, unknown>
}

/** An event with the line it came from. */
export type SourcedEvent = NormalizedEvent & {
  /** The trimmed line, whole. */
  source: string
  /** When the line says it happened: ms since the epoch, UTC. Absent where the line states no time. */
  ts?: number
}

/** Token counters. They are disjoint: `inputTokens` excludes what came from or went into the cache. `null`: not said. */
export type TokenCounters = {
  inputTokens: number | null
  /** Includes reasoning. */
  outputTokens: number | null
  cacheReadTokens: number | null
  cacheCreationTokens: number | null
}

/** A file that a message or a tool result carried. */
export type FileReference = {
  /** `sha256-<hex>` once the recorder has taken the file out of the line; null while it is still inline. */
  id: string | null
  mediaType: string | null
  name: string | null
  /** Size of the decoded file in bytes, null where it cannot be told. */
  bytes: number | null
}

/** A harness process (or a conversation in it) began, or said more about itself. */
export type SessionStartedPayload = {
  /** The program's own name, e.g. `claude-code`. */
  harness: string | null
  model: string | null
  /** Tokens that the model's context holds: stated, else from the model table; null when unknown. */
  contextWindow: number | null
  cwd: string | null
  sessionId: string | null
  tools: string[] | null
  harnessVersion?: string
  mcpServers?: { name: string | null; status: string | null }[]
}

/** The conversation has a name. */
export type SessionTitlePayload = {
  title: string | null
  /** Who chose it; a human's title is never replaced by an agent's. */
  origin?: 'human' | 'agent'
}

/** Text said by one side. */
export type MessagePayload = {
  role: 'assistant' | 'user' | 'system' | null
  text: string
  truncated: boolean
  /** Length of the whole text in UTF-16 units, where it was clipped. */
  originalLength?: number
  /** The call of the subagent that said it. */
  parentCallId?: string
  /** A fragment: consecutive fragments of one role and parent are one message. */
  delta?: true
  /** `injected`: the harness wrote this user line itself. `echo`: the harness repeats the human's words. */
  origin?: 'injected' | 'echo'
  /** An API error shown as text. */
  error?: true
  files?: FileReference[]
}

/** The model's reasoning, as far as the harness prints it. */
export type ThinkingPayload = {
  text: string
  truncated: boolean
  originalLength?: number
  parentCallId?: string
  delta?: true
  /** The harness withheld it; the text is empty. */
  redacted?: true
}

/** A tool was called. Later calls of the same id replace it, or refine it with `merge`. */
export type ToolCallPayload = {
  callId: string | null
  name: string | null
  /** JSON text of the arguments. */
  input: string | null
  truncated: boolean
  originalLength?: number
  parentCallId?: string
  /** An upsert by `callId`: null keys leave what is known. */
  merge?: true
  /** A kind of {@link ToolKind}, only where the harness states it. */
  kind?: string
  title?: string
}

/** A tool answered. */
export type ToolResultPayload = {
  callId: string | null
  /** Null where the harness has no such flag. */
  isError: boolean | null
  output: string | null
  truncated: boolean
  originalLength?: number
  parentCallId?: string
  exitCode?: number
  durationMs?: number
  files?: FileReference[]
}

/** How far a step of the plan is. `cancelled` also stands for deleted. */
export type PlanStepStatus = 'pending' | 'in_progress' | 'completed' | 'cancelled'

/** One step of a plan. In a `merge` plan a null key keeps what is known. */
export type PlanStep = { text: string | null; status: PlanStepStatus | null; id?: string }

/** The plan: the whole of it, or with `merge` changes to single steps by their `id`. */
export type PlanPayload = {
  steps: PlanStep[]
  merge?: true
  parentCallId?: string
}

/** What one model call consumed. */
export type CallUsagePayload = TokenCounters & {
  scope: 'call'
  model: string | null
  /** The prompt just sent: input + cache read + cache creation. */
  contextTokens: number | null
  messageId?: string
  requestId?: string
  parentCallId?: string
  /** The output count is a snapshot taken while the model still wrote. */
  provisional?: true
  /** Inside `outputTokens`. */
  reasoningTokens?: number
  costUsd?: number
  contextWindow?: number
}

/** What a session figure covers: one process, the session across processes, or one turn. */
export type UsageCoverage = 'process' | 'thread' | 'turn'

/** The harness's figures of one model. */
export type ModelUsage = TokenCounters & {
  model: string | null
  costUsd: number | null
  contextWindow: number | null
}

/** What the harness says that the session (or the turn) consumed. */
export type SessionUsagePayload = TokenCounters & {
  scope: 'session'
  costUsd: number | null
  turns: number | null
  durationMs: number | null
  sessionId?: string
  /** Absent means `process`. */
  covers?: UsageCoverage
  /** What the cost covers, where that differs from the counters. */
  costCovers?: UsageCoverage
  /** The increment since the harness's last statement. */
  sinceLast?: TokenCounters & { costUsd: number | null }
  /** The figures of this turn, where a running total is stated too. */
  turn?: TokenCounters & { turns: number | null; durationMs: number | null }
  models?: ModelUsage[]
  reasoningTokens?: number
}

/** A turn ended. */
export type SessionEndedPayload = {
  /** Null only from the platform: the process ended without saying how. */
  status: 'succeeded' | 'failed' | 'interrupted' | null
  stopReason: string | null
  summary: string | null
  truncated?: true
  originalLength?: number
  /** One of {@link END_REASONS}, or a newer word. */
  reason?: string
  /** `background`: nobody asked for this turn, finished background work started it. `platform`: we state it. */
  origin?: 'background' | 'platform'
  exitCode?: number
  signal?: string
}

/** One piece of work that goes on beside the turn. */
export type BackgroundTask = {
  taskId: string | null
  kind: string | null
  description: string | null
  callId?: string
  /** Only in a `merge` event. */
  status?: 'running' | 'completed' | 'failed' | 'stopped'
}

/** Everything that still runs; with `merge`, changes of single tasks. */
export type BackgroundPayload = { tasks: BackgroundTask[]; merge?: true }

/** What a person should see of a line that has no type of its own. `kind` is one of {@link NOTICE_KINDS}, or newer. */
export type Notice = { kind: string; text: string } & { [key: string]: JsonValue }

/** A line that the dialect does not map: its text (not JSON, too large or too deep) or its parsed value. */
export type RawPayload =
  | { text: string; truncated: boolean; originalLength?: number; notice?: Notice }
  | { json: JsonValue; notice?: Notice }

/** The payload of each event type, as translated dialects give it (`jsonl` passes payloads through as they are). */
export type PayloadByType = {
  'session.started': SessionStartedPayload
  'session.title': SessionTitlePayload
  message: MessagePayload
  thinking: ThinkingPayload
  'tool.call': ToolCallPayload
  'tool.result': ToolResultPayload
  plan: PlanPayload
  usage: CallUsagePayload | SessionUsagePayload
  'session.ended': SessionEndedPayload
  'session.background': BackgroundPayload
  raw: RawPayload
}

/** An event with the payload type that belongs to its type. */
export type TaskEvent = { [T in TaskEventType]: { type: T; payload: PayloadByType[T] } }[TaskEventType]

/** Published words of `session.ended.reason`. The list is open: a reader shows an unknown word as it is. */
export const END_REASONS = [
  'auth',
  'rate_limit',
  'overloaded',
  'context_limit',
  'max_turns',
  'budget',
  'permission',
  'refusal',
  'api_error',
  'model_not_found',
  'output_limit',
  'structured_output',
  'hook',
  'interrupted',
  'exit',
  'time_limit',
  'spool_limit',
] as const

/** Published words of a notice's `kind`. The list is open. */
export const NOTICE_KINDS = [
  'retry',
  'rate_limit',
  'compaction',
  'denied',
  'fallback',
  'hook',
  'warning',
  'error',
  'permission',
  'question',
  'reset',
  'info',
] as const
