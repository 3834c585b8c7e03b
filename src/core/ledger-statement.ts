import {
  addCounters,
  addFigures,
  noCounters,
  promptTokens,
  readCounters,
  subtractCounters,
  sumOfCounters,
} from './counters.ts'
import type { TokenCounters, UsageCoverage } from './events.ts'
import { noteModels } from './ledger-models.ts'
import { count, obj, text } from './read.ts'
import type { LedgerMemory, RunBooks, RunningTotal } from './session-memory.ts'

/** What one statement adds to the totals. */
type Increment = { counters: TokenCounters; startsStretch: boolean }

/** Takes a `usage` payload of scope `session` into the books. */
export function applyStatement(
  ledger: LedgerMemory,
  payload: Record<string, unknown>,
  books: RunBooks,
): void {
  const covers = coverageOf(payload.covers) ?? 'process'
  const counters = readCounters(payload)
  const isFirst = books.total === null
  const base = baseOf(ledger, books, covers, text(payload.sessionId))
  const sinceLast = obj(payload.sinceLast)
  const increment = sinceLast
    ? { counters: readCounters(sinceLast), startsStretch: isSmaller(counters, base) }
    : incrementOf(counters, covers, base, books, isFirst)
  ledger.statedTotals = addCounters(ledger.statedTotals ?? noCounters(), increment.counters)
  const runningBase = isFirst && !books.continues ? null : base
  applyCost(ledger, payload, covers, runningBase, sinceLast)
  applyTurns(ledger, payload, covers, runningBase)
  noteModels(ledger, payload, increment.startsStretch)
  noteTotal(ledger, payload, books, covers, counters)
  if (sumOfCounters(increment.counters) > 0 || (!sinceLast && sumOfCounters(counters) > 0))
    closePending(ledger, books)
}

/** The running total that a statement goes on from; null when it is the first. */
function baseOf(
  ledger: LedgerMemory,
  books: RunBooks,
  covers: UsageCoverage,
  sessionId: string | null,
): RunningTotal | null {
  const ofSession = sessionId === null ? null : (ledger.sessions[`session:${sessionId}`] ?? null)
  return covers === 'thread' ? (ofSession ?? books.total) : (books.total ?? ofSession)
}

function incrementOf(
  counters: TokenCounters,
  covers: UsageCoverage,
  base: RunningTotal | null,
  books: RunBooks,
  isFirst: boolean,
): Increment {
  if (covers === 'turn') {
    books.turnsSince = addCounters(books.turnsSince, counters)
    return { counters, startsStretch: false }
  }
  if (sumOfCounters(counters) === 0) return { counters: noCounters(), startsStretch: false }
  const turnsSince = books.turnsSince
  books.turnsSince = noCounters()
  if (!base) return { counters: withoutTurns(counters, turnsSince), startsStretch: true }
  const more = subtractCounters(counters, base.counters)
  if (isFirst && covers === 'process') {
    // Newer CLIs restore totals on resume: then this run's own calls fit into what was added since.
    books.continues = sumOfCounters(more) >= 0 && promptTokens(more) >= books.ownPromptTokens
    if (!books.continues) return { counters: withoutTurns(counters, turnsSince), startsStretch: true }
  }
  if (sumOfCounters(more) < 0) return { counters, startsStretch: true }
  return { counters: withoutTurns(more, turnsSince), startsStretch: false }
}

/** A running total also holds the turns that were stated alone before it. */
function withoutTurns(counters: TokenCounters, turnsSince: TokenCounters): TokenCounters {
  const rest = subtractCounters(counters, turnsSince)
  return sumOfCounters(turnsSince) > 0 && sumOfCounters(rest) >= 0 ? rest : counters
}

function isSmaller(counters: TokenCounters, base: RunningTotal | null): boolean {
  return base === null || sumOfCounters(counters) < sumOfCounters(base.counters)
}

function applyCost(
  ledger: LedgerMemory,
  payload: Record<string, unknown>,
  covers: UsageCoverage,
  base: RunningTotal | null,
  sinceLast: Record<string, unknown> | null,
): void {
  const costUsd = count(payload.costUsd)
  const stated = sinceLast && count(sinceLast.costUsd)
  if (stated !== null) ledger.costUsd = addFigures(ledger.costUsd, stated)
  else if ((coverageOf(payload.costCovers) ?? covers) === 'turn')
    ledger.costUsd = addFigures(ledger.costUsd, costUsd)
  else ledger.costUsd = addRunning(ledger.costUsd, costUsd, base?.costUsd ?? null)
}

function applyTurns(
  ledger: LedgerMemory,
  payload: Record<string, unknown>,
  covers: UsageCoverage,
  base: RunningTotal | null,
): void {
  const turn = obj(payload.turn) ?? (covers === 'turn' ? payload : null)
  if (turn) {
    ledger.turns = addFigures(ledger.turns, count(turn.turns))
    ledger.durationMs = addFigures(ledger.durationMs, count(turn.durationMs))
  } else {
    ledger.turns = addRunning(ledger.turns, count(payload.turns), base?.turns ?? null)
    ledger.durationMs = addRunning(ledger.durationMs, count(payload.durationMs), base?.durationMs ?? null)
  }
}

/** A total with a running figure taken in: by its growth, or whole when it starts anew; a zero after it is no news. */
function addRunning(total: number | null, figure: number | null, before: number | null): number | null {
  if (figure === null) return total
  if (before === null) return addFigures(total, figure)
  if (figure === 0) return total
  return addFigures(total, figure < before ? figure : figure - before)
}

/** Remembers a running total; a zero, and a figure of one turn, replace nothing. */
function noteTotal(
  ledger: LedgerMemory,
  payload: Record<string, unknown>,
  books: RunBooks,
  covers: UsageCoverage,
  counters: TokenCounters,
): void {
  const before = books.total
  const costCovers = coverageOf(payload.costCovers) ?? covers
  const isRunning = covers !== 'turn' && sumOfCounters(counters) > 0
  if (!isRunning && costCovers === 'turn') return
  const total: RunningTotal = {
    counters: isRunning ? counters : (before?.counters ?? noCounters()),
    costUsd: (costCovers === 'turn' ? null : count(payload.costUsd)) || (before?.costUsd ?? null),
    turns: count(payload.turns) || (before?.turns ?? null),
    durationMs: count(payload.durationMs) || (before?.durationMs ?? null),
  }
  books.total = total
  const sessionId = text(payload.sessionId)
  if (sessionId !== null && isRunning) ledger.sessions[`session:${sessionId}`] = total
}

/** What was stated covers the calls so far: they are no longer added on top. */
function closePending(ledger: LedgerMemory, books: RunBooks): void {
  ledger.pendingTotals = subtractCounters(ledger.pendingTotals, books.pending)
  ledger.pendingProvisional -= books.pendingProvisional
  books.pending = noCounters()
  books.pendingProvisional = 0
  books.epoch++
}

function coverageOf(value: unknown): UsageCoverage | null {
  return value === 'process' || value === 'thread' || value === 'turn' ? value : null
}
