/**
 * What this dialect reads of Claude Code's `--output-format stream-json`, as seen in 1.0.60, 1.0.128, 2.0.77, 2.1.112,
 * 2.1.200 and 2.1.332. Every key may be missing or of another type: the readers take such a value as null.
 */

/** Counters of the Messages API, on assistant lines (one model call) and on result lines (one turn). */
export type WireUsage = {
  input_tokens?: number
  output_tokens?: number
  cache_read_input_tokens?: number
  /** The whole count; `cache_creation` splits it by lifetime and may be incomplete. */
  cache_creation_input_tokens?: number
  cache_creation?: { ephemeral_5m_input_tokens?: number; ephemeral_1h_input_tokens?: number }
  /** Calls inside the call (an advisor's), each with counters of its own; `type` `message` is the call itself. */
  iterations?: (WireUsage & { type?: string; model?: string })[]
}

/** One model's row in `result.modelUsage` and `result.model_usage_since_last_result` (from 1.0.128 on, 2.1.332). */
export type WireModelUsage = {
  inputTokens?: number
  outputTokens?: number
  cacheReadInputTokens?: number
  cacheCreationInputTokens?: number
  /** Reasoning, inside `outputTokens` (2.1.332). */
  thinkingTokens?: number
  costUSD?: number
  contextWindow?: number
}

/** An `assistant` line: one content block of a model message (all blocks of one message share `message.id`). */
export type WireAssistantLine = {
  message?: {
    id?: string
    model?: string
    content?: WireBlock[]
    usage?: WireUsage
    /** Null while the message still streams (always, from 2.1.112 on): then `output_tokens` is a snapshot. */
    stop_reason?: string | null
  }
  parent_tool_use_id?: string | null
  request_id?: string
  /** The kind of API error that the text tells (from 2.0 on). */
  error?: string
  timestamp?: string
}

/** A content block of an assistant or a user line. */
export type WireBlock = {
  type?: string
  text?: string
  thinking?: string
  id?: string
  name?: string
  server_name?: string
  input?: unknown
  tool_use_id?: string
  content?: unknown
  is_error?: boolean
  source?: { type?: string; media_type?: string; data?: string | WireAttachment }
}

/** What the recorder leaves in place of inline base64. */
export type WireAttachment = { $attachment?: string; bytes?: number }

/** A `user` line: tool results, and text that the CLI wrote itself or (`isReplay`) repeats from stdin. */
export type WireUserLine = {
  message?: { content?: string | WireBlock[] }
  parent_tool_use_id?: string | null
  isSynthetic?: boolean
  isReplay?: boolean
  /** A second, structured copy of the tool's result: object, string or array. */
  tool_use_result?: {
    backgroundTaskId?: string
    isAsync?: boolean
    agentId?: string
    description?: string
    task?: { id?: string; subject?: string; status?: string }
    tasks?: { id?: string; subject?: string; status?: string }[]
    durationMs?: number
    totalDurationMs?: number
  }
}

/** A `result` line: the end of a turn. */
export type WireResultLine = {
  subtype?: string
  is_error?: boolean
  api_error_status?: number | null
  result?: string
  errors?: string[]
  stop_reason?: string | null
  terminal_reason?: string
  num_turns?: number
  duration_ms?: number
  total_cost_usd?: number
  /** Of this turn's main loop alone. */
  usage?: WireUsage
  /** A running total of the process, subagents and side calls included. */
  modelUsage?: Record<string, WireModelUsage>
  /** 2.1.332: the increment, right across resume and /clear, where running totals are not. */
  model_usage_since_last_result?: Record<string, WireModelUsage>
  session_id?: string
  origin?: { kind?: string }
}
