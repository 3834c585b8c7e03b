/**
 * What this dialect reads of `copilot --output-format json`, as seen in 1.0.102 and, for kinds that were not seen, from the
 * schema that the program ships. Every key may be missing or of another type: the readers take such a value as null.
 */
export type WireLine = {
  /** One of 163 kinds of the schema, or `result`, which has no `data`. */
  type?: string
  data?: WireData
  /** ISO 8601. */
  timestamp?: string
  /** Not kept in the session's own file. */
  ephemeral?: boolean
  /** A subagent's line. */
  agentId?: string
  /** `result`: the last line, and the only one that names the session. */
  sessionId?: string
  exitCode?: number
  /** `sessionDurationMs` goes on running when the session is resumed. */
  usage?: { premiumRequests?: number; totalApiDurationMs?: number; sessionDurationMs?: number }
}

/** What the lines say that are read, of all kinds together. */
export type WireData = {
  model?: string
  content?: string
  source?: string
  /** Of a subagent's lines: the call that started it. */
  parentToolCallId?: string
  toolCallId?: string
  toolName?: string
  arguments?: Record<string, unknown>
  mcpServerName?: string
  mcpToolName?: string
  success?: boolean
  result?: {
    content?: string
    contents?: { type?: string; data?: string; mimeType?: string }[]
    kind?: string
  }
  error?: { message?: string; code?: string }
  shellExecution?: { exitCode?: number }
  /** `session.error`. */
  errorType?: string
  message?: string
  statusCode?: number
  reason?: string
  /** `assistant.usage`: the cache is inside the input. */
  inputTokens?: number
  outputTokens?: number
  cacheReadTokens?: number
  cacheWriteTokens?: number
  reasoningTokens?: number
  apiCallId?: string
}
