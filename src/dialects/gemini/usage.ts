import type { JsonObject, ModelUsage, NormalizedEvent, TokenCounters } from '../../core/events.ts'
import { count, obj } from '../../core/read.ts'

/** The figures of a `result` line: of this process, also where it resumed a session. */
export function readStats(stats: JsonObject | null): NormalizedEvent {
  const reasoningTokens = thoughtsOf(stats)
  const models = readModels(obj(stats?.models))
  const payload = {
    scope: 'session',
    ...countersOf(stats),
    costUsd: null,
    turns: null,
    // Errors come with a duration of 0, whatever it was.
    durationMs: count(stats?.duration_ms) || null,
    covers: 'process',
    ...(reasoningTokens ? { reasoningTokens } : {}),
    ...(models.length > 0 ? { models } : {}),
  }
  return { type: 'usage', payload }
}

function readModels(rows: JsonObject | null): ModelUsage[] {
  return Object.entries(rows ?? {}).flatMap(([model, row]) => {
    const tokens = obj(row)
    return tokens ? [{ model, ...countersOf(tokens), costUsd: null, contextWindow: null }] : []
  })
}

function countersOf(tokens: JsonObject | null): TokenCounters {
  const output = count(tokens?.output_tokens)
  return {
    inputTokens: count(tokens?.input),
    outputTokens: output === null ? null : output + (thoughtsOf(tokens) ?? 0),
    cacheReadTokens: count(tokens?.cached),
    cacheCreationTokens: null,
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
