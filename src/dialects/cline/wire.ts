/**
 * What this dialect reads of `cline --json PROMPT`, as seen in 3.0.65. Every key may be missing or of another type: the
 * readers take such a value as null.
 */
export type WireLine = {
  /** ISO 8601. */
  ts?: string
  type?: 'hook_event' | 'agent_event' | 'run_result'
  /** `hook_event`. */
  hookEventName?: string
  agentId?: string
  taskId?: string
  /** Null for the main agent. Lines of type `agent_event` do not say which agent they are of. */
  parentAgentId?: string | null
  event?: WireEvent
  /** `run_result`. */
  finishReason?: string
  text?: string
  durationMs?: number
  /** Of the main agent, though one of the two is called the sum of all. */
  usage?: WireUsage
  aggregateUsage?: WireUsage
  model?: { id?: string; provider?: string }
}

/** What an agent does. Content begins, grows and ends; the end states it whole. */
export type WireEvent = WireUsage & {
  type?: 'content_start' | 'content_update' | 'content_end' | 'usage' | 'error' | 'notice' | 'done'
  contentType?: 'text' | 'reasoning' | 'tool'
  text?: string
  reasoning?: string
  toolName?: string
  toolCallId?: string
  input?: unknown
  /** A list with an entry for each command or file, one such entry, or what an MCP server or an agent answered. */
  output?: WireOutput | WireOutput[]
  durationMs?: number
  error?: { name?: string; message?: string } | string
  errorClass?: string
  recoverable?: boolean
  /** `notice`. */
  message?: string
}

/** One part of a tool's output. */
export type WireOutput = {
  query?: string
  result?: string
  success?: boolean
  error?: string
  text?: string
  content?: { type?: string; text?: string; data?: string; mimeType?: string }[]
}

/** Tokens; the cache is inside the input. */
export type WireUsage = {
  inputTokens?: number
  outputTokens?: number
  cacheReadTokens?: number
  cacheWriteTokens?: number
  /** In dollars; 0 where nobody knows. */
  totalCost?: number
}
