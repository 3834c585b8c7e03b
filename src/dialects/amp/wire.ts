import type { WireAssistantLine } from '../claude/wire.ts'

/**
 * What this dialect reads of `amp -x --stream-json` beyond what it has in common with Claude Code, from its documentation:
 * no lines of the real program could be recorded. Every key may be missing or of another type.
 */
export type WireLine = WireAssistantLine & {
  type?: 'system' | 'assistant' | 'user' | 'result'
  subtype?: string
  /** The thread, `T-…`. */
  session_id?: string
  cwd?: string
  tools?: string[]
  mcp_servers?: { name?: string; status?: string }[]
  /** `result`, which states no tokens and no cost. */
  is_error?: boolean
  result?: string
  error?: string
  num_turns?: number
  duration_ms?: number
}
