/**
 * What this dialect reads of `droid exec --output-format stream-json`, from its documentation: no lines of the real program
 * could be recorded. Every key may be missing or of another type: the readers take such a value as null.
 */
export type WireLine = {
  type?: 'system' | 'message' | 'tool_call' | 'tool_result' | 'completion' | 'error'
  subtype?: string
  session_id?: string
  timestamp?: number | string
  /** `system/init`. */
  cwd?: string
  model?: string
  tools?: string[]
  reasoning_effort?: string
  /** `message`. */
  role?: string
  text?: string
  /** Of a message, or of a call: its result has the same. */
  id?: string
  /** `tool_call`. */
  toolId?: string
  toolName?: string
  parameters?: Record<string, unknown>
  /** `tool_result`. */
  isError?: boolean
  value?: unknown
  /** `completion`. */
  finalText?: string
  numTurns?: number
  durationMs?: number
  /** `error`. */
  message?: string
}
