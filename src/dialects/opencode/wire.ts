/**
 * What this dialect reads of `opencode run --format json`, as seen in 1.1.34 and 1.18.33. Every key may be missing or
 * of another type: the readers take such a value as null.
 */

/** What every line has. `timestamp` is in milliseconds. */
export type WireLine = { type?: string; timestamp?: number; sessionID?: string }

/** `step_start`: a model call begins. It is the nearest to a start line that there is. */
export type WireStepStartLine = WireLine & { part?: { type?: 'step-start'; id?: string; messageID?: string } }

/** `text` and, with `--thinking` (1.18.33, unknown to 1.1.34), `reasoning`: whole texts, never fragments. */
export type WireTextLine = WireLine & {
  part?: {
    type?: 'text' | 'reasoning'
    text?: string
    /** The harness wrote this user message itself (seen after a compaction, 1.18.33). */
    synthetic?: boolean
    metadata?: { compaction_continue?: boolean }
  }
}

/** `tool_use`: a call, printed once, when it is finished. */
export type WireToolLine = WireLine & {
  part?: {
    type?: 'tool'
    /** `invalid` for an unknown tool or bad arguments; the real name is then in the input. */
    tool?: string
    callID?: string
    state?: {
      /** A command that failed is `completed` too: its exit code is in the metadata. */
      status?: 'completed' | 'error'
      input?: { tool?: string; error?: string; todos?: WireTodo[] }
      output?: string
      error?: string
      metadata?: { exit?: number | null }
      attachments?: WireAttachment[]
      time?: { start?: number; end?: number }
    }
  }
}

/** One step of a `todowrite` call. */
export type WireTodo = { content?: string; status?: 'pending' | 'in_progress' | 'completed' | 'cancelled' }

/** A file that a tool read. `url` is a `data:` address. */
export type WireAttachment = { type?: 'file'; mime?: string; filename?: string; url?: string }

/** `step_finish`: one model call is over. */
export type WireStepFinishLine = WireLine & {
  part?: {
    type?: 'step-finish'
    messageID?: string
    /** `stop`, `length`, `tool-calls`, `content-filter`, … */
    reason?: string
    tokens?: WireTokens
    /** US dollars of this call, by opencode's own price table. */
    cost?: number
  }
}

/** Tokens of one call. `input` excludes the cache; `output` includes reasoning where there is no `total` (1.1.34). */
export type WireTokens = {
  total?: number
  input?: number
  output?: number
  reasoning?: number
  cache?: { read?: number; write?: number }
}

/** `error`: the run failed. */
export type WireErrorLine = WireLine & {
  error?: { name?: string; data?: { message?: string; statusCode?: number; isRetryable?: boolean } }
}
