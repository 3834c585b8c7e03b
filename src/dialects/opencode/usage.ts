import { callUsageEvents, sessionEndedEvent } from '../../core/build.ts'
import type { JsonObject, NormalizedEvent } from '../../core/events.ts'
import { count, entryOf, obj, str, text } from '../../core/read.ts'

/** Reasons of a step after which opencode asks the model no more. */
const ENDS: Readonly<Record<string, { status: 'succeeded' | 'failed'; reason: string | null }>> = {
  stop: { status: 'succeeded', reason: null },
  length: { status: 'succeeded', reason: null },
  'content-filter': { status: 'failed', reason: 'refusal' },
}

/**
 * Whether a `step_finish` line says anything: it ends the turn (the one of a compaction's own call does so too, 1.18.33),
 * or its call consumed something.
 */
export function isTelling(line: JsonObject): boolean {
  const part = obj(line.part)
  if (entryOf(ENDS, part?.reason)) return true
  const tokens = obj(part?.tokens)
  const cache = obj(tokens?.cache)
  return Boolean(
    count(tokens?.input) ||
      count(tokens?.output) ||
      count(tokens?.reasoning) ||
      count(cache?.read) ||
      count(cache?.write),
  )
}

/** `step_finish`: the usage of a call and, where the model has said its last, the end of the turn. */
export function readStepFinish(line: JsonObject, clip: number): NormalizedEvent[] {
  const part = obj(line.part)
  const reason = str(part?.reason)
  const end = entryOf(ENDS, reason)
  const events = readUsage(part)
  if (end) events.push(sessionEndedEvent(end.status, reason, null, clip, { reason: end.reason }))
  return events
}

function readUsage(part: JsonObject | null): NormalizedEvent[] {
  const tokens = obj(part?.tokens)
  const cache = obj(tokens?.cache)
  const counters = {
    inputTokens: count(tokens?.input),
    outputTokens: outputOf(tokens, cache),
    cacheReadTokens: count(cache?.read),
    cacheCreationTokens: count(cache?.write),
  }
  return callUsageEvents(null, counters, {
    messageId: text(part?.messageID),
    reasoningTokens: count(tokens?.reasoning),
    costUsd: count(part?.cost),
  })
}

/**
 * Output with reasoning inside. 1.18.33 states `total` and counts reasoning apart, 1.1.34 states none and counts it in
 * `output`. A total that leaves the cache out is smaller than its parts: then reasoning is added.
 */
function outputOf(tokens: JsonObject | null, cache: JsonObject | null): number | null {
  const output = count(tokens?.output)
  const total = count(tokens?.total)
  if (output === null || total === null) return output
  const rest = total - (count(tokens?.input) ?? 0) - (count(cache?.read) ?? 0) - (count(cache?.write) ?? 0)
  return rest >= output ? rest : output + (count(tokens?.reasoning) ?? 0)
}
