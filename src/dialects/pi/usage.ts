import { callUsageEvents, sideUsageEvents } from '../../core/build.ts'
import { countersOf, sumOfCounters } from '../../core/counters.ts'
import type { JsonObject, NormalizedEvent, TokenCounters } from '../../core/events.ts'
import { count, num, obj, str, text } from '../../core/read.ts'

/** The disjoint counters of a `usage` object, and of the totals of a session. */
export function readCounters(usage: JsonObject | null): TokenCounters {
  return countersOf(usage, ['input', 'output', 'cacheRead', 'cacheWrite'])
}

/** Whether a message states that its call consumed anything. */
export function isCounted(message: JsonObject): boolean {
  return sumOfCounters(readCounters(obj(message.usage))) > 0
}

/** What the model call of an assistant message consumed; none when every counter is zero. */
export function readMessageUsage(message: JsonObject): NormalizedEvent[] {
  const usage = obj(message.usage)
  return callUsageEvents(str(message.model), readCounters(usage), {
    messageId: idOf(message),
    ...figuresOf(usage),
  })
}

/** A call beside the conversation: a summary, a warmed cache, a tool's own. */
export function readSideUsage(
  usage: JsonObject | null,
  { model = null, parentCallId = null }: { model?: string | null; parentCallId?: string | null } = {},
): NormalizedEvent[] {
  return sideUsageEvents(model, readCounters(usage), { parentCallId, ...figuresOf(usage) })
}

/**
 * pi gives its messages no id. The provider's may come again (local servers count their answers from one at each start,
 * or draw from few numbers), with the message's time it does not; the session file has both as well.
 */
function idOf(message: JsonObject): string | null {
  const responseId = text(message.responseId)
  return responseId === null ? null : `${responseId}/${num(message.timestamp) ?? ''}`
}

function figuresOf(usage: JsonObject | null): { reasoningTokens: number | null; costUsd: number | null } {
  return { reasoningTokens: count(usage?.reasoning), costUsd: count(obj(usage?.cost)?.total) }
}
