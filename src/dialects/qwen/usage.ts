import { callUsageEvent, stated } from '../../core/build.ts'
import { noCounters } from '../../core/counters.ts'
import type { JsonObject, NormalizedEvent, TokenCounters } from '../../core/events.ts'
import { count, obj, str, text } from '../../core/read.ts'

/** The call of an assistant line. The id is the line's own: the last line of a call alone has its counters. */
export function readCallUsage(
  _line: JsonObject,
  message: JsonObject,
  parent: { parentCallId: string | null },
): NormalizedEvent[] {
  const event = callUsageEvent(str(message.model), countersOf(obj(message.usage)), {
    ...parent,
    messageId: text(message.id),
  })
  return event ? [event] : []
}

/** The figures of a `result` line. */
export function readSessionUsage(line: JsonObject): NormalizedEvent {
  const payload = {
    scope: 'session',
    ...countersOf(obj(line.usage)),
    costUsd: null,
    turns: count(line.num_turns),
    durationMs: count(line.duration_ms),
    covers: 'process',
    turn: { ...noCounters(), turns: count(line.num_turns), durationMs: count(line.duration_ms) },
    ...stated({ sessionId: text(line.session_id) }),
  }
  return { type: 'usage', payload }
}

function countersOf(usage: JsonObject | null): TokenCounters {
  const input = count(usage?.input_tokens)
  const cached = count(usage?.cache_read_input_tokens)
  return {
    inputTokens: input === null ? null : Math.max(0, input - (cached ?? 0)),
    outputTokens: count(usage?.output_tokens),
    cacheReadTokens: cached,
    cacheCreationTokens: null,
  }
}
