/**
 * What this dialect reads of the Agent Client Protocol, schema version 1: the JSON-RPC messages that an agent prints, as
 * seen from claude-agent-acp 0.49.0, codex-acp 0.16.0, gemini 0.61.0, qwen 0.24.4, copilot 1.0.102 and kimi 2.1.0. Every
 * key may be missing or of another type: the readers take such a value as null.
 */
export type WireMessage = {
  jsonrpc?: '2.0'
  /** The client's number on an answer, the agent's own on a request. */
  id?: number | string
  /** Only on requests and notifications of the agent. */
  method?: string
  params?: {
    sessionId?: string
    update?: WireUpdate
    toolCall?: WireToolCall
    options?: WirePermissionOption[]
  }
  result?: WireInitialized & WireSession & WirePromptEnd
  error?: {
    code?: number
    message?: string
    data?: { message?: string; details?: string; errorKind?: string }
  }
}

/** The answer to `initialize`. */
export type WireInitialized = { protocolVersion?: number; agentInfo?: { name?: string; version?: string } }

/** The answer to `session/new`, and without the id to `session/load`. */
export type WireSession = {
  sessionId?: string
  models?: {
    currentModelId?: string
    availableModels?: { modelId?: string; name?: string; _meta?: { contextLimit?: number } }[]
  }
  configOptions?: { id?: string; currentValue?: string; options?: { value?: string; name?: string }[] }[]
}

/** The answer to `session/prompt`. */
export type WirePromptEnd = {
  stopReason?: 'end_turn' | 'max_tokens' | 'max_turn_requests' | 'refusal' | 'cancelled'
  usage?: WireUsage
  /** Gemini CLI: tokens of the turn, those from the cache inside the input and not told apart. */
  _meta?: { quota?: { token_count?: { input_tokens?: number; output_tokens?: number } } }
}

/** Counters of a turn, or (Qwen Code, in `_meta`) of one call. The total tells whether the cache is inside the input. */
export type WireUsage = {
  inputTokens?: number
  outputTokens?: number
  cachedReadTokens?: number
  cachedWriteTokens?: number
  thoughtTokens?: number
  totalTokens?: number
}

/** What happened in a session. */
export type WireUpdate = WireToolCall & {
  sessionUpdate?: string
  entries?: { content?: string; status?: string }[]
  /** `session_info_update`. */
  title?: string | null
  /** `usage_update`: the tokens in the context, how many fit, and what the session cost so far. */
  used?: number
  size?: number
  cost?: { amount?: number; currency?: string }
}

/** A call, or what a later message says of it: a key that is not there has not changed. */
export type WireToolCall = {
  toolCallId?: string
  title?: string | null
  kind?: string
  status?: 'pending' | 'in_progress' | 'completed' | 'failed'
  rawInput?: unknown
  rawOutput?: unknown
  content?: WireContent[] | WireContent
  /** The tool's real name: claude-agent-acp and Qwen Code. */
  _meta?: { claudeCode?: { toolName?: string }; toolName?: string; usage?: WireUsage }
}

/** A piece of content: text, a picture, a diff. */
export type WireContent = {
  type?: string
  text?: string
  content?: WireContent
  path?: string
  oldText?: string | null
  newText?: string
  data?: string
  mimeType?: string
  uri?: string
  name?: string
}

/** What a person may answer to a permission request. */
export type WirePermissionOption = { optionId?: string; name?: string; kind?: string }
