import { noCounters, readCounters, sumOfCounters } from './counters.ts'
import type { NormalizedEvent } from './events.ts'
import { applyModel, applyUsage, createLedger, forgetContext, summarizeLedger } from './ledger.ts'
import { modelKey, readModels } from './ledger-models.ts'
import { contextWindowOf } from './models.ts'
import { count, obj, text } from './read.ts'
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
export type UsageEvent = NormalizedEvent & { run?: string | null }

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
    else if (event.type === 'session.started') applyModel(ledger, payload, event.run ?? '')
    else if (event.type === 'raw' && CLEARING.has(String(obj(payload.notice)?.kind))) forgetContext(ledger)
  }
  return summarizeLedger(ledger)
}

/** Kinds of notice after which the context is unknown. */
const CLEARING: ReadonlySet<string> = new Set(['compaction', 'reset'])

function summarizeAggregates({ calls, latestCall, latestSession, started }: UsageAggregates): UsageSummary {
  const sums = obj(calls) ?? {}
  const ofCalls = sums.count === 0 ? noCounters() : readCounters(sums)
  const totals = sumOfCounters(ofCalls) > 0 || !latestSession ? ofCalls : readCounters(latestSession)
  const model = text(latestCall?.model) ?? text(started?.model)
  const models = readModels(latestSession?.models)
  const ofModel = models.find((row) => model !== null && modelKey(row.model) === modelKey(model))
  const stated = ofModel?.contextWindow ?? count(latestCall?.contextWindow) ?? count(started?.contextWindow)
  return {
    calls: count(sums.count) ?? 0,
    model,
    ...totals,
    contextTokens: count(latestCall?.contextTokens),
    contextWindow: stated ?? contextWindowOf(model),
    costUsd: count(latestSession?.costUsd),
    turns: count(latestSession?.turns),
    durationMs: count(latestSession?.durationMs),
    models,
    unattributed: null,
    outputIsLowerBound: latestCall?.provisional === true && totals === ofCalls,
  }
}
