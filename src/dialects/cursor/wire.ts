/**
 * What this dialect reads of `cursor-agent -p --output-format stream-json`, from its documentation and from public bug
 * reports of 2025 and 2026: no lines of the real program could be recorded. Every key may be missing or of another type:
 * the readers take such a value as null.
 */
export type WireLine = {
  type?: 'system' | 'user' | 'assistant' | 'thinking' | 'tool_call' | 'result'
  subtype?: string
  session_id?: string
  /** `system/init`. */
  model?: string
  cwd?: string
  permissionMode?: string
  message?: { role?: string; content?: { type?: string; text?: string }[] }
  /** A piece of text has a time and no model call; `--stream-partial-output` repeats the pieces with one, then without a time. */
  timestamp_ms?: number
  model_call_id?: string
  /** `thinking`: a piece. */
  text?: string
  /** May hold a line end. */
  call_id?: string
  /** One key, the tool's, such as `readToolCall`. */
  tool_call?: Record<string, WireToolCall>
  /** `result`. */
  is_error?: boolean
  duration_ms?: number
  result?: string
}

/** A call and, once it has ended, its result under the word for how it went. */
export type WireToolCall = {
  args?: Record<string, unknown>
  result?: {
    success?: WireToolResult
    error?: WireToolResult
    failure?: WireToolResult
    rejected?: WireToolResult
  }
  /** `function`: a tool that has no key of its own. */
  name?: string
  arguments?: string
}

/** What a tool gave back. */
export type WireToolResult = {
  content?: string
  stdout?: string
  stderr?: string
  exitCode?: number
  executionTime?: number
  errorMessage?: string
  error?: string
  reason?: string
}
