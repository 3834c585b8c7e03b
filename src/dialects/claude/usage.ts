import { callUsageEvents, sessionUsageEvent, sideUsageEvents } from '../../core/build.ts'
import { addCounters, addFigures, countersOf, noCounters } from '../../core/counters.ts'
import type { JsonObject, ModelUsage, NormalizedEvent, TokenCounters } from '../../core/events.ts'
import { count, obj, objects, str, text } from '../../core/read.ts'

/** Model name on lines that the CLI makes up itself. */
const SYNTHETIC_MODEL = '<synthetic>'

/** Names in a `usage` object of the API. */
const API_COUNTERS = [
  'input_tokens',
  'output_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
] as const

/** Names in the totals of a model. */
const MODEL_COUNTERS = [
  'inputTokens',
  'outputTokens',
  'cacheReadInputTokens',
  'cacheCreationInputTokens',
] as const

/** The disjoint counters of a `usage` object. */
function readCounters(usage: JsonObject | null): TokenCounters {
  const counters = countersOf(usage, API_COUNTERS)
  return { ...counters, cacheCreationTokens: counters.cacheCreationTokens ?? sumOfLifetimes(usage) }
}

/** Usage events of an assistant line: the call itself and, apart, the calls made inside it. */
export function readCallUsage(
  line: JsonObject,
  message: JsonObject,
  parent: { parentCallId: string | null },
): NormalizedEvent[] {
  const usage = obj(message.usage)
  const model = str(message.model)
  if (!usage || model === SYNTHETIC_MODEL) return []
  const messageId = text(message.id)
  const events = callUsageEvents(model, readCounters(usage), {
    parentCallId: parent.parentCallId,
    messageId,
    requestId: text(line.request_id),
    provisional: message.stop_reason === null ? true : null,
  })
  for (const [index, iteration] of objects(usage.iterations).entries()) {
    events.push(...readNestedCall(iteration, messageId, index))
  }
  return events
}

/** A call that an advisor made inside a call. */
function readNestedCall(iteration: JsonObject, messageId: string | null, index: number): NormalizedEvent[] {
  if (iteration.type === 'message' || messageId === null) return []
  const facts = { messageId: `${messageId}/${index}` }
  return sideUsageEvents(str(iteration.model), readCounters(iteration), facts)
}

/** The `usage` event of a result line. */
export function readSessionUsage(line: JsonObject): NormalizedEvent {
  const own = readCounters(obj(line.usage))
  const models = readModels(line.modelUsage)
  const increment = obj(line.model_usage_since_last_result)
  const turns = count(line.num_turns)
  const durationMs = count(line.duration_ms)
  const sessionId = text(line.session_id)
  const facts = {
    costUsd: count(line.total_cost_usd),
    turns,
    durationMs,
    sessionId,
    sinceLast: increment && readIncrement(increment),
  }
  if (models.length === 0) {
    // Without per-model totals (1.0.60, failing results of 2.0) the counters are this turn's, the cost is the process's.
    const covers = sessionId === null ? {} : { covers: 'turn', costCovers: 'process' }
    return sessionUsageEvent({ ...facts, ...covers }, own)
  }
  const totals = {
    covers: 'process',
    turn: { ...own, turns, durationMs },
    models,
    reasoningTokens: readReasoning(line.modelUsage),
  }
  return sessionUsageEvent({ ...facts, ...totals }, sumCounters(models))
}

function readIncrement(value: JsonObject): TokenCounters & { costUsd: number | null } {
  const rows = readModels(value)
  const costUsd = rows.reduce((sum, row) => sum + (row.costUsd ?? 0), 0)
  return { ...sumCounters(rows), costUsd }
}

function readModels(value: unknown): ModelUsage[] {
  return Object.entries(obj(value) ?? {}).flatMap(([model, figures]) => {
    const row = obj(figures)
    if (!row) return []
    const counters = countersOf(row, MODEL_COUNTERS)
    return [{ model, ...counters, costUsd: count(row.costUSD), contextWindow: count(row.contextWindow) }]
  })
}

function readReasoning(value: unknown): number | null {
  const entries = obj(value)
  let total: number | null = null
  for (const model in entries) total = addFigures(total, count(obj(entries[model])?.thinkingTokens))
  return total
}

function sumCounters(rows: readonly TokenCounters[]): TokenCounters {
  return rows.reduce<TokenCounters>(addCounters, noCounters())
}

function sumOfLifetimes(usage: JsonObject | null): number | null {
  const split = obj(usage?.cache_creation)
  return addFigures(count(split?.ephemeral_5m_input_tokens), count(split?.ephemeral_1h_input_tokens))
}
