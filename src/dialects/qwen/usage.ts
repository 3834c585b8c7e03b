import { callUsageEvents, sessionUsageEvent } from '../../core/build.ts'
import { countersOf, noCounters, withoutCache } from '../../core/counters.ts'
import type { JsonObject, JsonValue, NormalizedEvent, TokenCounters } from '../../core/events.ts'
import { count, obj, str, text } from '../../core/read.ts'

/** The call of an assistant line. The id is the line's own: the last line of a call alone has its counters. */
export function readCallUsage(
  _line: JsonObject,
  message: JsonObject,
  parent: { parentCallId: string | null },
): NormalizedEvent[] {
  return callUsageEvents(str(message.model), readCounters(message.usage), {
    ...parent,
    messageId: text(message.id),
  })
}

/** The figures of a `result` line. */
export function readSessionUsage(line: JsonObject): NormalizedEvent {
  const turns = count(line.num_turns)
  const durationMs = count(line.duration_ms)
  const facts = {
    turns,
    durationMs,
    covers: 'process',
    turn: { ...noCounters(), turns, durationMs },
    sessionId: text(line.session_id),
  }
  return sessionUsageEvent(facts, readCounters(line.usage))
}

function readCounters(usage: JsonValue | undefined): TokenCounters {
  return withoutCache(countersOf(obj(usage), ['input_tokens', 'output_tokens', 'cache_read_input_tokens']))
}
