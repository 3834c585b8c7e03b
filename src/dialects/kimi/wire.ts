/**
 * What this dialect reads of `kimi -p TEXT --output-format stream-json`, as seen in 2.1.0: messages in the shape of OpenAI's
 * chat API, and lines of role `meta`. Every key may be missing or of another type: the readers take such a value as null.
 */
export type WireLine = {
  role?: 'assistant' | 'tool' | 'meta'
  /** Of a meta line. */
  type?: 'system.version' | 'turn.step.retrying' | 'session.resume_hint'
  /** Text of a message or of a tool's result. */
  content?: string
  tool_calls?: { id?: string; function?: { name?: string; arguments?: string } }[]
  tool_call_id?: string
  version?: string
  session_id?: string
  failed_attempt?: number
  max_attempts?: number
  delay_ms?: number
  error_name?: string
  error_message?: string
  status_code?: number
}
