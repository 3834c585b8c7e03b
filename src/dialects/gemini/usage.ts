import { sessionUsageEvent } from '../../core/build.ts'
import { countersOf } from '../../core/counters.ts'
import type { JsonObject, ModelUsage, NormalizedEvent, TokenCounters } from '../../core/events.ts'
import { count, obj, unlessEmpty } from '../../core/read.ts'

/** The figures of a `result` line: of this process, also where it resumed a session. */
export function readStats(stats: JsonObject | null): NormalizedEvent {
  const models = readModels(obj(stats?.models))
  const facts = {
    // Errors come with a duration of 0, whatever it was.
    durationMs: count(stats?.duration_ms) || null,
    covers: 'process',
    reasoningTokens: thoughtsOf(stats) || null,
    models: unlessEmpty(models),
  }
  return sessionUsageEvent(facts, readCounters(stats))
}

function readModels(rows: JsonObject | null): ModelUsage[] {
  return Object.entries(rows ?? {}).flatMap(([model, row]) => {
    const tokens = obj(row)
    return tokens ? [{ model, ...readCounters(tokens), costUsd: null, contextWindow: null }] : []
  })
}

function readCounters(tokens: JsonObject | null): TokenCounters {
  const counters = countersOf(tokens, ['input', 'output_tokens', 'cached'])
  const { outputTokens } = counters
  return {
    ...counters,
    outputTokens: outputTokens === null ? null : outputTokens + (thoughtsOf(tokens) ?? 0),
  }
}

/** Thoughts are in the total alone. */
function thoughtsOf(tokens: JsonObject | null): number | null {
  const [total, input, output] = [tokens?.total_tokens, tokens?.input_tokens, tokens?.output_tokens].map(
    count,
  )
  if (total == null || input == null || output == null) return null
  return Math.max(0, total - input - output)
}
