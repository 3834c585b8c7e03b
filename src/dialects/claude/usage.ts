import { callUsageEvents, sideUsageEvents } from '../../core/build.ts'
import { addCounters, addFigures, noCounters } from '../../core/counters.ts'
import type { JsonObject, ModelUsage, NormalizedEvent, TokenCounters } from '../../core/events.ts'
import { count, obj, objects, str, text } from '../../core/read.ts'

/** Model name on lines that the CLI makes up itself. */
const SYNTHETIC_MODEL = '<synthetic>'

/** The disjoint counters of a `usage` object. */
function readCounters(usage: JsonObject | null): TokenCounters {
  return {
    inputTokens: count(usage?.input_tokens),
    outputTokens: count(usage?.output_tokens),
    cacheReadTokens: count(usage?.cache_read_input_tokens),
    cacheCreationTokens: count(usage?.cache_creation_input_tokens) ?? sumOfLifetimes(usage),
  }
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
  const turn = readCounters(obj(line.usage))
  const models = readModels(line.modelUsage)
  const payload: Record<string, unknown> = {
    scope: 'session',
    ...(models.length === 0 ? turn : sumCounters(models)),
    costUsd: count(line.total_cost_usd),
    turns: count(line.num_turns),
    durationMs: count(line.duration_ms),
  }
  const sessionId = text(line.session_id)
  if (sessionId !== null) payload.sessionId = sessionId
  const increment = obj(line.model_usage_since_last_result)
  if (increment) payload.sinceLast = readIncrement(increment)
  if (models.length > 0) {
    payload.covers = 'process'
    payload.turn = { ...turn, turns: payload.turns, durationMs: payload.durationMs }
    payload.models = models
    const reasoningTokens = readReasoning(line.modelUsage)
    if (reasoningTokens !== null) payload.reasoningTokens = reasoningTokens
  } else if (sessionId !== null) {
    // Without per-model totals (1.0.60, failing results of 2.0) the counters are this turn's, the cost is the process's.
    payload.covers = 'turn'
    payload.costCovers = 'process'
  }
  return { type: 'usage', payload }
}

function readIncrement(value: JsonObject): TokenCounters & { costUsd: number | null } {
  const rows = readModels(value)
  const costUsd = rows.reduce((sum, row) => sum + (row.costUsd ?? 0), 0)
  return { ...sumCounters(rows), costUsd }
}

function readModels(value: unknown): ModelUsage[] {
  const entries = obj(value)
  const models: ModelUsage[] = []
  for (const model in entries) {
    const row = obj(entries[model])
    if (!row) continue
    models.push({
      model,
      inputTokens: count(row.inputTokens),
      outputTokens: count(row.outputTokens),
      cacheReadTokens: count(row.cacheReadInputTokens),
      cacheCreationTokens: count(row.cacheCreationInputTokens),
      costUsd: count(row.costUSD),
      contextWindow: count(row.contextWindow),
    })
  }
  return models
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
