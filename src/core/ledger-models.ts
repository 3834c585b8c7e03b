import { addCounters, addFigures, readCounters, sumOfCounters } from './counters.ts'
import type { ModelUsage } from './events.ts'
import { count, objects, text } from './read.ts'
import type { LedgerMemory } from './session-memory.ts'
import type { UsageSummary } from './session-state.ts'

/** More rows than any session has; an endless list of model names must not grow the state without bound. */
const MAX_MODELS = 100

/** Takes the rows per model of a statement into the books: they replace the stretch's, or open a new one. */
export function noteModels(
  ledger: LedgerMemory,
  payload: Record<string, unknown>,
  startsStretch: boolean,
): void {
  const rows = objects(payload.models).slice(0, MAX_MODELS).map(readRow)
  for (const { model, contextWindow } of rows) {
    if (model !== null && contextWindow !== null) ledger.windows[modelKey(model)] = contextWindow
  }
  // Rows of zeros after a failure replace nothing.
  if (rows.every((row) => sumOfCounters(row) === 0) && ledger.currentModels.length > 0) return
  if (rows.length === 0) return
  if (startsStretch) ledger.pastModels = mergeRows(ledger.pastModels, ledger.currentModels)
  ledger.currentModels = rows
}

/** The rows per model over all stretches. */
export function foldModels(ledger: LedgerMemory): UsageSummary['models'] {
  return mergeRows(ledger.pastModels, ledger.currentModels).filter(hasName)
}

/** The rows of a payload that name their model. */
export function readModels(value: unknown): UsageSummary['models'] {
  return objects(value).slice(0, MAX_MODELS).map(readRow).filter(hasName)
}

/** Models are told apart without a `[1m]` behind the name, which some lines leave out. */
export function modelKey(model: string): string {
  return `model:${model.replace(/\[[^\]]*\]$/, '')}`
}

function mergeRows(left: readonly ModelUsage[], right: readonly ModelUsage[]): ModelUsage[] {
  if (left.length === 0) return [...right]
  const rows = new Map(left.map((row) => [row.model, row]))
  for (const row of right) {
    const before = rows.get(row.model)
    rows.set(row.model, before ? mergeRow(before, row) : row)
  }
  return [...rows.values()].slice(0, MAX_MODELS)
}

function mergeRow(before: ModelUsage, row: ModelUsage): ModelUsage {
  return {
    model: row.model,
    ...addCounters(before, row),
    costUsd: addFigures(before.costUsd, row.costUsd),
    contextWindow: row.contextWindow ?? before.contextWindow,
  }
}

function readRow(row: Record<string, unknown>): ModelUsage {
  return {
    model: text(row.model),
    ...readCounters(row),
    costUsd: count(row.costUsd),
    contextWindow: count(row.contextWindow),
  }
}

function hasName(row: ModelUsage): row is ModelUsage & { model: string } {
  return row.model !== null
}
