import { callUsageEvent } from '../../core/build.ts'
import type { JsonObject, NormalizedEvent, TokenCounters } from '../../core/events.ts'
import { count, obj, str, text } from '../../core/read.ts'

/** The disjoint counters of a `usage` object, and of the totals of a session. */
export function countersOf(usage: JsonObject | null): TokenCounters {
  return {
    inputTokens: count(usage?.input),
    outputTokens: count(usage?.output),
    cacheReadTokens: count(usage?.cacheRead),
    cacheCreationTokens: count(usage?.cacheWrite),
  }
}

/** What the model call of an assistant message consumed; null when every counter is zero. */
export function readMessageUsage(message: JsonObject): NormalizedEvent | null {
  const usage = obj(message.usage)
  return callUsageEvent(str(message.model), countersOf(usage), {
    requestId: text(message.responseId),
    ...figuresOf(usage),
  })
}

/** A call beside the conversation (a summary, a warmed cache, a tool's own): its prompt is not the context. */
export function readSideUsage(
  usage: JsonObject | null,
  { model = null, parentCallId = null }: { model?: string | null; parentCallId?: string | null } = {},
): NormalizedEvent[] {
  const event = callUsageEvent(model, countersOf(usage), { parentCallId, ...figuresOf(usage) })
  if (!event) return []
  event.payload.contextTokens = null
  return [event]
}

function figuresOf(usage: JsonObject | null): { reasoningTokens: number | null; costUsd: number | null } {
  return { reasoningTokens: count(usage?.reasoning), costUsd: count(obj(usage?.cost)?.total) }
}
