import { callUsageEvent } from '../../core/build.ts'
import type { JsonObject, ModelUsage, NormalizedEvent, TokenCounters } from '../../core/events.ts'
import { count, obj, objects, str, text } from '../../core/read.ts'

/** Model name on lines that the CLI makes up itself. */
const SYNTHETIC_MODEL = '<synthetic>'

/** The disjoint counters of a `usage` object. */
export function countersOf(usage: JsonObject | null): TokenCounters {
  return {
    inputTokens: count(usage?.input_tokens),
    outputTokens: count(usage?.output_tokens),
    cacheReadTokens: count(usage?.cache_read_input_tokens),
    cacheCreationTokens: count(usage?.cache_creation_input_tokens) ?? sumOfLifetimes(usage),
  }
}

/** Usage events of an assistant line: the call itself and, apart, the calls made inside it. */
export function readCallUsage(line: JsonObject, message: JsonObject, extra: JsonObject): NormalizedEvent[] {
  const usage = obj(message.usage)
  const model = str(message.model)
  if (!usage || model === SYNTHETIC_MODEL) return []
  const messageId = text(message.id)
  const facts = {
    ...extra,
    messageId,
    requestId: text(line.request_id),
    provisional: message.stop_reason === null ? true : null,
  }
  const nested = objects(usage.iterations).map((iteration, index) =>
    readNestedCall(iteration, messageId, index),
  )
  return [callUsageEvent(model, countersOf(usage), facts), ...nested].filter((event) => event !== null)
}

/** A call that an advisor made inside a call. Its prompt is not the conversation's context. */
function readNestedCall(
  iteration: JsonObject,
  messageId: string | null,
  index: number,
): NormalizedEvent | null {
  if (iteration.type === 'message' || messageId === null) return null
  const facts = { messageId: `${messageId}/${index}` }
  const event = callUsageEvent(str(iteration.model), countersOf(iteration), facts)
  if (event) event.payload.contextTokens = null
  return event
}

/** The `usage` event of a result line. */
export function readSessionUsage(line: JsonObject): NormalizedEvent {
  const turn = countersOf(obj(line.usage))
  const models = readModels(line.modelUsage)
  const sessionId = text(line.session_id)
  const common = {
    scope: 'session',
    costUsd: count(line.total_cost_usd),
    turns: count(line.num_turns),
    durationMs: count(line.duration_ms),
    ...(sessionId === null ? {} : { sessionId }),
    ...readIncrement(line.model_usage_since_last_result),
  }
  if (models.length === 0) {
    // Without per-model totals (1.0.60, failing results of 2.0) the counters are this turn's, the cost is the process's.
    const covers = sessionId === null ? {} : { covers: 'turn', costCovers: 'process' }
    return { type: 'usage', payload: { ...turn, ...common, ...covers } }
  }
  return {
    type: 'usage',
    payload: {
      ...sumCounters(models),
      ...common,
      covers: 'process',
      turn: { ...turn, turns: common.turns, durationMs: common.durationMs },
      models,
      ...readReasoning(line.modelUsage),
    },
  }
}

function readIncrement(value: unknown): { sinceLast?: TokenCounters & { costUsd: number | null } } {
  if (!obj(value)) return {}
  const rows = readModels(value)
  return { sinceLast: { ...sumCounters(rows), costUsd: addUp(rows.map((row) => row.costUsd)) ?? 0 } }
}

function readModels(value: unknown): ModelUsage[] {
  return Object.entries(obj(value) ?? {}).flatMap(([model, entry]) => {
    const row = obj(entry)
    if (!row) return []
    return {
      model,
      inputTokens: count(row.inputTokens),
      outputTokens: count(row.outputTokens),
      cacheReadTokens: count(row.cacheReadInputTokens),
      cacheCreationTokens: count(row.cacheCreationInputTokens),
      costUsd: count(row.costUSD),
      contextWindow: count(row.contextWindow),
    }
  })
}

function readReasoning(value: unknown): { reasoningTokens?: number } {
  const rows = objects(Object.values(obj(value) ?? {}))
  const reasoningTokens = addUp(rows.map((row) => count(row.thinkingTokens)))
  return reasoningTokens === null ? {} : { reasoningTokens }
}

function sumCounters(rows: readonly TokenCounters[]): TokenCounters {
  return {
    inputTokens: addUp(rows.map((row) => row.inputTokens)),
    outputTokens: addUp(rows.map((row) => row.outputTokens)),
    cacheReadTokens: addUp(rows.map((row) => row.cacheReadTokens)),
    cacheCreationTokens: addUp(rows.map((row) => row.cacheCreationTokens)),
  }
}

/** The sum of the numbers that were said; null when none was. */
function addUp(values: readonly (number | null)[]): number | null {
  const said = values.filter((value) => value !== null)
  return said.length === 0 ? null : said.reduce((sum, value) => sum + value, 0)
}

function sumOfLifetimes(usage: JsonObject | null): number | null {
  const split = obj(usage?.cache_creation)
  return addUp([count(split?.ephemeral_5m_input_tokens), count(split?.ephemeral_1h_input_tokens)])
}
