import { contextEvent, sessionUsageEvent, stated } from '../../core/build.ts'
import { withoutCache } from '../../core/counters.ts'
import type {
  JsonObject,
  JsonValue,
  NormalizedEvent,
  TokenCounters,
  UsageCoverage,
} from '../../core/events.ts'
import { count, obj, text } from '../../core/read.ts'

/** The counters of a usage object, in the words of exec (`input_tokens`) or of the app-server (`inputTokens`). */
export type ReadUsage = TokenCounters & {
  reasoningTokens: number | null
  /** The whole prompt, cache included. */
  promptTokens: number | null
}

/** Reads a usage object. Codex counts the cache into the input (0.42.0 to 0.171.0): here it is taken out. */
export function readUsage(usage: JsonObject | null): ReadUsage {
  const counters = {
    inputTokens: count(usage?.input_tokens ?? usage?.inputTokens),
    outputTokens: count(usage?.output_tokens ?? usage?.outputTokens),
    cacheReadTokens: count(usage?.cached_input_tokens ?? usage?.cachedInputTokens),
    cacheCreationTokens: count(usage?.cache_write_input_tokens ?? usage?.cacheWriteInputTokens),
  }
  return {
    ...withoutCache(counters),
    reasoningTokens: count(usage?.reasoning_output_tokens ?? usage?.reasoningOutputTokens),
    promptTokens: counters.inputTokens,
  }
}

/** The `usage` event of a running total; none when the line states no usage. */
export function runningTotal(
  usage: JsonValue | undefined,
  covers: UsageCoverage,
  threadId: string | null = null,
): NormalizedEvent[] {
  const total = obj(usage)
  if (!total) return []
  const { promptTokens: _whole, reasoningTokens, ...counters } = readUsage(total)
  return [sessionUsageEvent({ covers, sessionId: threadId, reasoningTokens }, counters)]
}

/**
 * `thread/tokenUsage/updated`: the last call of a thread, and the thread's total. A resumed thread states its last call
 * again, with the same total: together with the thread the total is what tells calls apart.
 */
export function readTokenUsage(params: JsonObject): NormalizedEvent[] {
  const usage = obj(params.tokenUsage)
  const total = obj(usage?.total)
  const last = obj(usage?.last)
  if (!total || !last) return []
  const { promptTokens, reasoningTokens, ...counters } = readUsage(last)
  const threadId = text(params.threadId)
  const totalTokens = count(total.totalTokens)
  const call = {
    scope: 'call',
    model: null,
    ...counters,
    contextTokens: promptTokens,
    ...stated({
      messageId: threadId === null || totalTokens === null ? null : `${threadId}/${totalTokens}`,
      reasoningTokens,
      contextWindow: count(usage?.modelContextWindow),
    }),
  }
  return [{ type: 'usage', payload: call }, ...runningTotal(total, 'thread', threadId)]
}

/** A reading of the context alone: 0.42.0 states the same call twice and gives it no id, so its calls are not counted. */
export function contextReading(last: JsonObject | null, contextWindow: number | null): NormalizedEvent {
  return contextEvent(readUsage(last).promptTokens, contextWindow)
}

/** How long a turn took: no more is stated of a turn alone. */
export function turnDuration(durationMs: number): NormalizedEvent {
  return sessionUsageEvent({ durationMs, covers: 'turn' })
}
