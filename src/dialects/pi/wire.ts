/**
 * What this dialect reads of pi's `--mode json`, as seen in 0.73.1 (`@mariozechner/pi-coding-agent`) and 1.6.0
 * (`@earendil-works/pi-coding-agent`), and of `--mode rpc` (1.6.0), which prints the same events. Every key may be
 * missing or of another type: the readers take such a value as null.
 */

/** `session`: the first line of `--mode json`. */
export type WireSessionLine = { version?: number; id?: string; timestamp?: string; cwd?: string }

/** `message_end`: one whole message. */
export type WireMessageLine = { message?: WireMessage }

/** A message. `timestamp` (ms) is when it began. */
export type WireMessage = {
  /** Also `custom` (of an extension), `bashExecution`, `branchSummary` and `compactionSummary`. `system` from 1.6.0 on. */
  role?: 'system' | 'user' | 'assistant' | 'toolResult' | string
  content?: string | WireBlock[]
  timestamp?: number
  /** Of system messages: named parts of the prompt, and the tools that it declares. */
  sections?: Record<string, string | null>
  toolsAdded?: { name?: string }[]
  toolsRemoved?: { name?: string }[]
  /** Of assistant messages. */
  model?: string
  usage?: WireUsage
  stopReason?: 'pending' | 'stop' | 'length' | 'toolUse' | 'error' | 'aborted' | 'deferred'
  errorMessage?: string
  responseId?: string
}

/** A block of a message or of a tool's result. */
export type WireBlock = {
  type?: 'text' | 'thinking' | 'toolCall' | 'image'
  text?: string
  thinking?: string
  redacted?: boolean
  /** Of an image: base64, or what the recorder left in its place. */
  data?: string | { $attachment?: string; bytes?: number }
  mimeType?: string
}

/** Tokens and cost. `input` excludes the cache, `output` includes reasoning. */
export type WireUsage = {
  input?: number
  output?: number
  cacheRead?: number
  cacheWrite?: number
  reasoning?: number
  cost?: { total?: number }
}

/** `tool_execution_start` and `tool_execution_end`; calls made inside a tool name their parent. */
export type WireToolLine = {
  toolCallId?: string
  toolName?: string
  parentToolCallId?: string
  args?: unknown
  result?: {
    content?: WireBlock[]
    structuredContent?: { exit_code?: number }
    /** Of the `todo` extension that is shipped with pi. */
    details?: { todos?: { id?: number; text?: string; done?: boolean }[] }
    /** Of model calls that the tool made. */
    usage?: WireUsage
  }
  isError?: boolean
  durationMs?: number
}

/** `agent_end`: a run of the agent is over. 0.73.1 has no `willRetry`. */
export type WireAgentEndLine = { messages?: WireMessage[]; willRetry?: boolean }

/** `auto_retry_start`, `auto_retry_end` and `summarization_retry_scheduled`. */
export type WireRetryLine = {
  attempt?: number
  maxAttempts?: number
  delayMs?: number
  errorMessage?: string
  success?: boolean
  finalError?: string
}

/** `compaction_end`. Without a result it was aborted or failed. */
export type WireCompactionLine = {
  reason?: 'manual' | 'threshold' | 'overflow'
  result?: { summary?: string; tokensBefore?: number; estimatedTokensAfter?: number; usage?: WireUsage }
  aborted?: boolean
  errorMessage?: string
}

/** `response`: the answer to a command of `--mode rpc`. */
export type WireResponseLine = {
  command?: string
  success?: boolean
  error?: string
  data?: {
    sessionId?: string
    sessionName?: string
    model?: { id?: string; contextWindow?: number }
    tokens?: { input?: number; output?: number; cacheRead?: number; cacheWrite?: number }
    cost?: number
  }
}
