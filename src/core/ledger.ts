import {
  addCounters,
  addFigures,
  largerCounters,
  noCounters,
  promptTokens,
  readCounters,
  subtractCounters,
} from './counters.ts'
import type { TokenCounters } from './events.ts'
import { foldModels, modelKey } from './ledger-models.ts'
import { applyStatement } from './ledger-statement.ts'
import { contextWindowOf } from './models.ts'
import { count, text } from './read.ts'
import type { CountedCall, LedgerMemory, RunBooks } from './session-memory.ts'
import type { UsageSummary } from './session-state.ts'

/** Empty books. */
export function createLedger(): LedgerMemory {
  return {
    callCount: 0,
    callTotals: noCounters(),
    callCostUsd: null,
    calls: {},
    statedTotals: null,
    costUsd: null,
    turns: null,
    durationMs: null,
    pendingTotals: noCounters(),
    pendingProvisional: 0,
    runs: {},
    sessions: {},
    pastModels: [],
    currentModels: [],
    windows: {},
    startedWindow: null,
    startedModel: null,
    lastModel: null,
    contextTokens: null,
  }
}

/** Takes a `usage` payload of a run into the books, in constant time. Wrong-typed keys count as not said. */
export function applyUsage(ledger: LedgerMemory, payload: Record<string, unknown>, run: string): void {
  if (payload.scope === 'call') applyCall(ledger, payload, booksOf(ledger, run), run)
  else if (payload.scope === 'session') applyStatement(ledger, payload, booksOf(ledger, run))
}

/** Takes what a `session.started` payload of a run says about model and session into the books. */
export function applyModel(ledger: LedgerMemory, payload: Record<string, unknown>, run: string): void {
  const sessionId = text(payload.sessionId)
  if (sessionId !== null) booksOf(ledger, run).sessionId = sessionId
  ledger.startedModel = text(payload.model) ?? ledger.startedModel
  ledger.startedWindow = count(payload.contextWindow) ?? ledger.startedWindow
}

/** The model no longer sees what was said: its context is unknown until the next call. */
export function forgetContext(ledger: LedgerMemory): void {
  ledger.contextTokens = null
}

/** What the books say now. */
export function summarizeLedger(ledger: LedgerMemory): UsageSummary {
  const stated = ledger.statedTotals
  const totals = stated ? addCounters(stated, ledger.pendingTotals) : ledger.callTotals
  const model = ledger.lastModel ?? ledger.startedModel
  return {
    calls: ledger.callCount,
    model,
    ...totals,
    contextTokens: ledger.contextTokens,
    contextWindow: windowOf(ledger, model),
    costUsd: ledger.costUsd ?? ledger.callCostUsd,
    turns: ledger.turns,
    durationMs: ledger.durationMs,
    models: foldModels(ledger),
    unattributed:
      stated && subtractCounters(stated, subtractCounters(ledger.callTotals, ledger.pendingTotals)),
    outputIsLowerBound: ledger.pendingProvisional > 0,
  }
}

/** The window: what the harness stated for this model, else what its start said (of that model), else the table's. */
function windowOf(ledger: LedgerMemory, model: string | null): number | null {
  const { startedModel, startedWindow, windows } = ledger
  if (model === null) return startedWindow
  const key = modelKey(model)
  const isStarted = startedModel === null || modelKey(startedModel) === key
  return windows[key] ?? (isStarted ? startedWindow : null) ?? contextWindowOf(model) ?? startedWindow
}

function booksOf(ledger: LedgerMemory, run: string): RunBooks {
  const known = ledger.runs[`run:${run}`]
  if (known) return known
  const books: RunBooks = {
    epoch: 0,
    total: null,
    turnsSince: noCounters(),
    pending: noCounters(),
    pendingProvisional: 0,
    ownPromptTokens: 0,
    continues: false,
    sessionId: null,
  }
  ledger.runs[`run:${run}`] = books
  return books
}

function applyCall(
  ledger: LedgerMemory,
  payload: Record<string, unknown>,
  books: RunBooks,
  run: string,
): void {
  const counters = readCounters(payload)
  const contextTokens = count(payload.contextTokens)
  const model = text(payload.model)
  const window = count(payload.contextWindow)
  if (window !== null) {
    if (model !== null) ledger.windows[modelKey(model)] = window
    else ledger.startedWindow = window
  }
  // A call inside a call says that it is no context by a null; a harness of our own may leave the key out.
  if (text(payload.parentCallId) === null && payload.contextTokens !== null) {
    ledger.contextTokens = contextTokens ?? ledger.contextTokens
    ledger.lastModel = model ?? ledger.lastModel
  }
  const saysCounts = Object.values(counters).some((figure) => figure !== null)
  if (!saysCounts) return
  const key = callKey(payload)
  const before = key === null ? undefined : ledger.calls[key]
  const after = countedCall(before, counters, payload, books, run)
  if (key !== null) ledger.calls[key] = after
  if (!before) ledger.callCount++
  const more = before ? subtractCounters(after.counters, before.counters) : after.counters
  ledger.callTotals = addCounters(ledger.callTotals, more)
  ledger.callCostUsd = addFigures(ledger.callCostUsd, differenceOf(after.costUsd, before?.costUsd ?? null))
  books.ownPromptTokens += promptTokens(more)
  const isPending = after.run === run && after.epoch === books.epoch
  if (isPending) addPending(ledger, books, more, provisionalChange(before, after))
}

function countedCall(
  before: CountedCall | undefined,
  counters: TokenCounters,
  payload: Record<string, unknown>,
  books: RunBooks,
  run: string,
): CountedCall {
  const costUsd = count(payload.costUsd)
  const provisional = payload.provisional === true
  if (!before) return { counters, costUsd, run, epoch: books.epoch, provisional }
  return {
    counters: largerCounters(before.counters, counters),
    costUsd: before.costUsd === null ? costUsd : Math.max(before.costUsd, costUsd ?? 0),
    run: before.run,
    epoch: before.epoch,
    provisional: before.provisional && provisional,
  }
}

function addPending(ledger: LedgerMemory, books: RunBooks, more: TokenCounters, provisional: number): void {
  books.pending = addCounters(books.pending, more)
  books.pendingProvisional += provisional
  ledger.pendingTotals = addCounters(ledger.pendingTotals, more)
  ledger.pendingProvisional += provisional
}

function provisionalChange(before: CountedCall | undefined, after: CountedCall): number {
  return Number(after.provisional) - Number(before?.provisional ?? false)
}

/** A call's identity: the API's message id, else its request id; null when it has neither. */
function callKey(payload: Record<string, unknown>): string | null {
  const messageId = text(payload.messageId)
  if (messageId !== null) return `message:${messageId}`
  const requestId = text(payload.requestId)
  return requestId === null ? null : `request:${requestId}`
}

function differenceOf(after: number | null, before: number | null): number | null {
  return after === null ? null : after - (before ?? 0)
}
