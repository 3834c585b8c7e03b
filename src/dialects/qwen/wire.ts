import type { WireAssistantLine } from '../claude/wire.ts'

/**
 * What this dialect reads of `qwen --output-format stream-json` beyond what it has in common with Claude Code, as seen in
 * 0.15.10 and 0.24.4. Every key may be missing or of another type: the readers take such a value as null.
 */
export type WireLine = WireAssistantLine & {
  type?: 'system' | 'assistant' | 'user' | 'result' | 'stream_event' | 'control_request' | 'control_response'
  subtype?: string
  session_id?: string
  /** `system/init`. */
  qwen_code_version?: string
  permission_mode?: string
  /** `system/retry`, `system/task_started` and the like put their facts here. */
  data?: {
    attempt?: number
    maxRetries?: number
    delayMs?: number
    reason?: string
    task_id?: string
    tool_use_id?: string
    description?: string
    subagent_type?: string
    status?: string
  }
  /** `result`: `usage` is of the process with its hidden calls, turns and duration are of this turn. */
  is_error?: boolean
  num_turns?: number
  duration_ms?: number
  result?: string
  error?: string | { message?: string }
}

/** Counters. The cache is inside the input; a thinking block and a text before a call have zeros. */
export type WireUsage = {
  input_tokens?: number
  output_tokens?: number
  cache_read_input_tokens?: number
  total_tokens?: number
}
