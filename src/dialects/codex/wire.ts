/**
 * What this dialect reads of the Codex CLI: `codex exec --json` of 0.98.0, 0.142.5 and 0.171.0, both dialects of 0.42.0,
 * and `codex app-server` of 0.171.0. Every key may be missing or of another type: the readers take such a value as null.
 */

/** `turn.completed.usage`: a running total of the thread, also across processes (0.98.0 to 0.171.0). */
export type WireUsage = {
  /** Includes what came from and went into the cache. */
  input_tokens?: number
  cached_input_tokens?: number
  /** From 0.171.0 on. */
  cache_write_input_tokens?: number
  /** Includes reasoning. */
  output_tokens?: number
  /** From 0.142.5 on. */
  reasoning_output_tokens?: number
}

/** A line of `codex exec --json`, and of `--experimental-json` of 0.42.0. */
export type WireExecLine = {
  type?: string
  thread_id?: string
  /** Of `session.created` (0.42.0). */
  session_id?: string
  usage?: WireUsage
  error?: { message?: string }
  message?: string
  item?: WireExecItem
}

/** An item of an exec line. Ids count from `item_0` in every process. */
export type WireExecItem = {
  id?: string
  type?: string
  /** In place of `type` (0.42.0 `--experimental-json`). */
  item_type?: string
  text?: string
  message?: string
  status?: string
  command?: string
  aggregated_output?: string
  exit_code?: number | null
  changes?: { path?: string; kind?: string }[]
  server?: string
  tool?: string
  arguments?: unknown
  result?: WireMcpResult | null
  error?: { message?: string } | null
  prompt?: string | null
  receiver_thread_ids?: string[]
  agents_states?: Record<string, { status?: string; message?: string | null }>
  query?: string
  action?: unknown
  items?: { text?: string; completed?: boolean }[]
}

/** What an MCP server answered. */
export type WireMcpResult = {
  content?: WireContent[]
  structured_content?: unknown
  structuredContent?: unknown
}

/** A block of an MCP answer. `data` is base64, or what the recorder left in its place. */
export type WireContent = {
  type?: string
  text?: string
  data?: string | { $attachment?: string; bytes?: number }
  mimeType?: string
}

/** A line of 0.42.0 `--json`: `id` names the submission, `msg` says what happened. */
export type WireLegacyLine = {
  id?: string
  msg?: {
    type?: string
    call_id?: string
    message?: string
    text?: string
    model_context_window?: number
    command?: string[]
    cwd?: string
    aggregated_output?: string
    stdout?: string
    stderr?: string
    exit_code?: number
    duration?: { secs?: number; nanos?: number }
    /** By path, each with one key that says what is done: `add`, `delete` or `update`. */
    changes?: Record<string, Record<string, unknown>>
    success?: boolean
    invocation?: { server?: string; tool?: string; arguments?: unknown }
    result?: { Ok?: WireMcpResult & { isError?: boolean }; Err?: string }
    plan?: { step?: string; status?: string }[]
    info?: {
      total_token_usage?: WireUsage
      last_token_usage?: WireUsage
      model_context_window?: number
    } | null
  }
}

/** A line of `codex app-server`: JSON-RPC without its version key. */
export type WireServerLine = {
  /** Of a response, and of a request that the server makes. */
  id?: number | string
  method?: string
  params?: Record<string, unknown> & { threadId?: string; turnId?: string; item?: WireServerItem }
  result?: Record<string, unknown>
  error?: { code?: number; message?: string }
  emittedAtMs?: number
}

/** An item of the app-server: the words of exec in camel case, with more facts. Ids are those of the model's calls. */
export type WireServerItem = {
  id?: string
  type?: string
  status?: string
  command?: string
  cwd?: string
  aggregatedOutput?: string | null
  exitCode?: number | null
  durationMs?: number | null
  changes?: { path?: string; kind?: { type?: string; move_path?: string | null }; diff?: string }[]
}
