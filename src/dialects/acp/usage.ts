import { callUsageEvents, contextEvent, sessionUsageEvent } from '../../core/build.ts'
import { countersOf, noCounters, withoutCache } from '../../core/counters.ts'
import type { JsonObject, ModelUsage, NormalizedEvent, TokenCounters } from '../../core/events.ts'
import { count, obj, objects, text, unlessEmpty } from '../../core/read.ts'

/** `usage_update`: a reading of the context, and what the session cost so far (claude-agent-acp). */
export function readContext(line: JsonObject): NormalizedEvent[] {
  const update = obj(obj(line.params)?.update) ?? {}
  const cost = obj(update.cost)
  const costUsd = cost?.currency === 'USD' ? count(cost.amount) : null
  const reading = contextEvent(count(update.used), count(update.size))
  return costUsd === null ? [reading] : [reading, sessionUsageEvent({ costUsd, covers: 'process' })]
}

/** Qwen Code 0.24.4 states a call in the `_meta` of an empty message. */
export function readCallUsage(line: JsonObject): NormalizedEvent[] {
  const meta = obj(obj(obj(line.params)?.update)?._meta)
  const usage = obj(meta?.usage)
  if (!usage) return []
  return callUsageEvents(null, readUsage(usage), { reasoningTokens: count(usage.thoughtTokens) })
}

/** The counters of a turn in its answer; null where the agent states none. */
export function readTurnUsage(result: JsonObject): NormalizedEvent | null {
  const usage = obj(result.usage)
  if (usage) return sessionUsageEvent({ covers: 'turn' }, readUsage(usage))
  const quota = obj(obj(result._meta)?.quota)
  const tokens = obj(quota?.token_count)
  if (!tokens) return null
  const models = objects(quota?.model_usage).map(readModel)
  const facts = { covers: 'turn', models: unlessEmpty(models) }
  return sessionUsageEvent(facts, quotaCounters(tokens))
}

/** Copilot and Qwen Code count the cache inside the input, claude-agent-acp does not: the total tells. */
function readUsage(usage: JsonObject): TokenCounters {
  const names = ['inputTokens', 'outputTokens', 'cachedReadTokens', 'cachedWriteTokens'] as const
  const counters = countersOf(usage, names)
  const { inputTokens, outputTokens } = counters
  const isInside = inputTokens !== null && count(usage.totalTokens) === inputTokens + (outputTokens ?? 0)
  return isInside ? withoutCache(counters) : counters
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
