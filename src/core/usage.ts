import { noCounters, readCounters, sumOfCounters } from './counters.ts'
import type { NormalizedEvent } from './events.ts'
import { applyModel, applyUsage, createLedger, forgetContext, summarizeLedger } from './ledger.ts'
import { contextWindowOf } from './models.ts'
import { count, obj, objects, text } from './read.ts'
import type { UsageSummary } from './session-state.ts'

/** Aggregates that a caller made itself, for instance in SQL. */
export type UsageAggregates = {
  /** Sums over the call usage events, and how many they were. */
  calls: { count: number } & Record<string, unknown>
  /** Payload of the latest call usage of the main loop. */
  latestCall?: Record<string, unknown> | null
  /** Payload of the latest session usage. */
  latestSession?: Record<string, unknown> | null
  /** Payload of the session's start. */
  started?: Record<string, unknown> | null
}

/** An event with the run that printed it, where there were several. */
export type UsageEvent = NormalizedEvent & { run?: string }

/**
 * What a session consumed. From events: by the ledger, exactly (of several tasks' events one after the other, calls
 * that were counted already are dropped; give each run's events its `run`). From aggregates: tokens from the calls,
 * else from the session's figures; cost, turns and duration from the harness alone. Null where nothing was said.
 */
export function summarizeUsage(input: readonly UsageEvent[] | UsageAggregates): UsageSummary {
  return Array.isArray(input) ? summarizeEvents(input) : summarizeAggregates(input as UsageAggregates)
}

function summarizeEvents(events: readonly UsageEvent[]): UsageSummary {
  const ledger = createLedger()
  for (const event of events) {
    const payload = obj(event.payload) ?? {}
    if (event.type === 'usage') applyUsage(ledger, payload, event.run ?? '')
    else if (event.type === 'session.started') applyModel(ledger, payload)
    else if (event.type === 'raw' && CLEARING.has(String(obj(payload.notice)?.kind))) forgetContext(ledger)
  }
  return summarizeLedger(ledger)
}

/** Kinds of notice after which the context is unknown. */
const CLEARING: ReadonlySet<string> = new Set(['compaction', 'reset'])

function summarizeAggregates({ calls, latestCall, latestSession, started }: UsageAggregates): UsageSummary {
  const callCount = count(calls.count) ?? 0
  const ofCalls = callCount > 0 ? readCounters(calls) : noCounters()
  const ofSession = latestSession ? readCounters(latestSession) : null
  const totals = sumOfCounters(ofCalls) > 0 || !ofSession ? ofCalls : ofSession
  const model = text(latestCall?.model) ?? text(started?.model)
  const models = objects(latestSession?.models).flatMap((row) => {
    const name = text(row.model)
    if (name === null) return []
    return [
      {
        model: name,
        ...readCounters(row),
        costUsd: count(row.costUsd),
        contextWindow: count(row.contextWindow),
      },
    ]
  })
  const stated = models.find((row) => row.model === model)?.contextWindow ?? count(latestCall?.contextWindow)
  return {
    calls: callCount,
    model,
    ...totals,
    contextTokens: count(latestCall?.contextTokens),
    contextWindow: stated ?? count(started?.contextWindow) ?? contextWindowOf(model),
    costUsd: count(latestSession?.costUsd),
    turns: count(latestSession?.turns),
    durationMs: count(latestSession?.durationMs),
    models,
    unattributed: null,
    outputIsLowerBound: latestCall?.provisional === true,
  }
}
