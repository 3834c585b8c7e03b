/**
 * What this dialect reads of `gemini --output-format stream-json`, as seen in 0.61.0, which prints these six kinds of line
 * and no other. Every key may be missing or of another type: the readers take such a value as null.
 */
export type WireLine = {
  type?: 'init' | 'message' | 'tool_use' | 'tool_result' | 'error' | 'result'
  /** ISO 8601. */
  timestamp?: string
  session_id?: string
  model?: string
  role?: 'user' | 'assistant'
  content?: string
  /** The answer comes in pieces only. */
  delta?: boolean
  tool_name?: string
  /** Made by the CLI: the tool's name, the time, a number. */
  tool_id?: string
  parameters?: Record<string, unknown>
  status?: 'success' | 'error'
  /** What the CLI shows of a result, not what the model saw; absent for tools that show nothing. */
  output?: string
  error?: { type?: string; message?: string }
  severity?: 'warning' | 'error'
  message?: string
  stats?: WireStats
}

/** Counters of the process. `input_tokens` holds the cached ones, `output_tokens` no thoughts, `total_tokens` everything. */
export type WireStats = WireTokens & {
  /** 0 on errors. */
  duration_ms?: number
  tool_calls?: number
  models?: Record<string, WireTokens>
}

/** One row of counters. */
export type WireTokens = {
  total_tokens?: number
  input_tokens?: number
  output_tokens?: number
  cached?: number
  /** The input without the cached tokens. */
  input?: number
}
