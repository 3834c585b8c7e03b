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

/** The figures that go on running from statement to statement. */
type Figure = 'costUsd' | 'turns' | 'durationMs'

/** Takes a `usage` payload of scope `session` into the books. */
export function applyStatement(
  ledger: LedgerMemory,
  payload: Record<string, unknown>,
  books: RunBooks,
): void {
  const covers = coverageOf(payload.covers) ?? 'process'
  const counters = readCounters(payload)
  // A harness that states figures of a thread (Codex) names the thread only when it starts.
  const sessionId = text(payload.sessionId) ?? (covers === 'thread' ? books.sessionId : null)
  const ofSession =
    sessionId === null ? ownTotalOf(covers, books) : (ledger.sessions[`session:${sessionId}`] ?? null)
  const sinceLast = obj(payload.sinceLast)
  const increment = sinceLast
    ? statedIncrement(readCounters(sinceLast), counters)
    : incrementOf(counters, covers, books, ofSession)
  ledger.statedTotals = addCounters(ledger.statedTotals ?? noCounters(), increment.counters)
  const isThread = covers === 'thread'
  const total: RunningTotal = {
    counters:
      covers !== 'turn' && sumOfCounters(counters) > 0
        ? counters
        : countersOf(books.total ?? (isThread ? ofSession : null)),
    costUsd: applyCost(ledger, payload, books, ofSession, covers, sinceLast),
    turns: applyTurns(ledger, payload, books, ofSession, covers, 'turns'),
    durationMs: applyTurns(ledger, payload, books, ofSession, covers, 'durationMs'),
  }
  books.total = total
  // Copilot states a running duration of its thread, and no tokens.
  if (sessionId !== null && (isThread || sumOfCounters(total.counters) > 0))
    ledger.sessions[`session:${sessionId}`] = total
  noteModels(ledger, payload, increment.startsStretch)
  if (sumOfCounters(sinceLast ? increment.counters : counters) > 0) closePending(ledger, books)
}

/** A total that is no more than its increment has just started. */
function statedIncrement(counters: TokenCounters, total: TokenCounters): Increment {
  return { counters, startsStretch: sumOfCounters(total) <= sumOfCounters(counters) }
}

function incrementOf(
  counters: TokenCounters,
  covers: UsageCoverage,
  books: RunBooks,
  ofSession: RunningTotal | null,
): Increment {
  if (covers === 'turn') {
    books.turnsSince = addCounters(books.turnsSince, counters)
    return { counters, startsStretch: true }
  }
  // Adds nothing, but zeros that were said are not unknown.
  if (sumOfCounters(counters) === 0) return { counters, startsStretch: false }
  const turnsSince = books.turnsSince
  books.turnsSince = noCounters()
  const own = sumOfCounters(countersOf(books.total)) > 0 ? books.total : null
  const base = covers === 'thread' ? ofSession : (own ?? ofSession)
  if (!base) return { counters: withoutTurns(counters, turnsSince), startsStretch: true }
  const more = subtractCounters(counters, base.counters)
  if (!own && covers === 'process') {
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

/** Adds the cost; gives back the running cost that the next statement goes on from. */
function applyCost(
  ledger: LedgerMemory,
  payload: Record<string, unknown>,
  books: RunBooks,
  ofSession: RunningTotal | null,
  covers: UsageCoverage,
  sinceLast: Record<string, unknown> | null,
): number | null {
  const costUsd = count(payload.costUsd)
  const costCovers = coverageOf(payload.costCovers) ?? covers
  const before = runningFigure('costUsd', costCovers, books, ofSession)
  const more = sinceLast && count(sinceLast.costUsd)
  if (more !== null) ledger.costUsd = addFigures(ledger.costUsd, more)
  else if (costCovers === 'turn') ledger.costUsd = addFigures(ledger.costUsd, costUsd)
  else ledger.costUsd = addRunning(ledger.costUsd, costUsd, before)
  return costCovers === 'turn' ? (books.total?.costUsd ?? null) : costUsd || before
}

/** Adds turns or their duration; gives back the running figure that the next statement goes on from. */
function applyTurns(
  ledger: LedgerMemory,
  payload: Record<string, unknown>,
  books: RunBooks,
  ofSession: RunningTotal | null,
  covers: UsageCoverage,
  figure: 'turns' | 'durationMs',
): number | null {
  const turn = obj(payload.turn) ?? (covers === 'turn' ? payload : null)
  if (turn) {
    ledger[figure] = addFigures(ledger[figure], count(turn[figure]))
    return books.total?.[figure] ?? null
  }
  const before = runningFigure(figure, covers, books, ofSession)
  ledger[figure] = addRunning(ledger[figure], count(payload[figure]), before)
  return count(payload[figure]) || before
}

/** Where a running figure stood; null when it starts anew. */
function runningFigure(
  figure: Figure,
  covers: UsageCoverage,
  books: RunBooks,
  ofSession: RunningTotal | null,
): number | null {
  const own = books.total?.[figure] ?? null
  const session = ofSession?.[figure] ?? null
  if (covers === 'thread') return session
  return own ?? (books.continues ? session : null)
}

/** A total with a running figure taken in: by its growth, or whole when it starts anew; a zero after it is no news. */
function addRunning(total: number | null, figure: number | null, before: number | null): number | null {
  if (figure === null) return total
  if (before === null) return addFigures(total, figure)
  if (figure === 0) return total
  return addFigures(total, figure < before ? figure : figure - before)
}

/** A thread that nobody has named is the run's only one; several that are named go on each from their own total. */
function ownTotalOf(covers: UsageCoverage, books: RunBooks): RunningTotal | null {
  return covers === 'thread' && sumOfCounters(countersOf(books.total)) > 0 ? books.total : null
}

function countersOf(total: RunningTotal | null): TokenCounters {
  return total ? total.counters : noCounters()
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
