import { callUsageEvent } from '../../core/build.ts'
import { noCounters } from '../../core/counters.ts'
import type { JsonObject, ModelUsage, NormalizedEvent, TokenCounters } from '../../core/events.ts'
import { count, obj, objects, text } from '../../core/read.ts'

/** `usage_update`: a reading of the context, and what the session cost so far (claude-agent-acp). */
export function readContext(line: JsonObject): NormalizedEvent[] {
  const update = obj(obj(line.params)?.update) ?? {}
  const window = count(update.size)
  const reading = {
    scope: 'call',
    model: null,
    ...noCounters(),
    contextTokens: count(update.used),
    ...(window === null ? {} : { contextWindow: window }),
  }
  const cost = obj(update.cost)
  const costUsd = cost?.currency === 'USD' ? count(cost.amount) : null
  const events: NormalizedEvent[] = [{ type: 'usage', payload: reading }]
  if (costUsd !== null) events.push(sessionUsage(noCounters(), { costUsd, covers: 'process' }))
  return events
}

/** Qwen Code 0.24.4 states a call in the `_meta` of an empty message. */
export function readCallUsage(line: JsonObject): NormalizedEvent[] {
  const meta = obj(obj(obj(line.params)?.update)?._meta)
  const usage = obj(meta?.usage)
  const event =
    usage && callUsageEvent(null, countersOf(usage), { reasoningTokens: count(usage.thoughtTokens) })
  return event ? [event] : []
}

/** The counters of a turn in its answer; null where the agent states none. */
export function readTurnUsage(result: JsonObject): NormalizedEvent | null {
  const usage = obj(result.usage)
  if (usage) return sessionUsage(countersOf(usage), { covers: 'turn' })
  const quota = obj(obj(result._meta)?.quota)
  const tokens = obj(quota?.token_count)
  if (!tokens) return null
  const models = objects(quota?.model_usage).map(readModel)
  return sessionUsage(quotaCounters(tokens), { covers: 'turn', ...(models.length > 0 ? { models } : {}) })
}

/** Copilot and Qwen Code count the cache inside the input, claude-agent-acp does not: the total tells. */
function countersOf(usage: JsonObject): TokenCounters {
  const input = count(usage.inputTokens)
  const output = count(usage.outputTokens)
  const cacheReadTokens = count(usage.cachedReadTokens)
  const cacheCreationTokens = count(usage.cachedWriteTokens)
  const isInside = input !== null && count(usage.totalTokens) === input + (output ?? 0)
  const cached = isInside ? (cacheReadTokens ?? 0) + (cacheCreationTokens ?? 0) : 0
  return {
    inputTokens: input === null ? null : Math.max(0, input - cached),
    outputTokens: output,
    cacheReadTokens,
    cacheCreationTokens,
  }
}

function quotaCounters(tokens: JsonObject | null): TokenCounters {
  return {
    ...noCounters(),
    inputTokens: count(tokens?.input_tokens),
    outputTokens: count(tokens?.output_tokens),
  }
}

function readModel(row: JsonObject): ModelUsage {
  return {
    model: text(row.model),
    ...quotaCounters(obj(row.token_count)),
    costUsd: null,
    contextWindow: null,
  }
}

function sessionUsage(counters: TokenCounters, more: Record<string, unknown>): NormalizedEvent {
  const payload = { scope: 'session', ...counters, costUsd: null, turns: null, durationMs: null, ...more }
  return { type: 'usage', payload }
}
