import type { TaskRecord } from '../../store/store.ts'
import { formatCost, formatCount, formatDuration, statusWord, totalTokens } from './format.ts'
import { type Style, statusPaint } from './style.ts'
import { oneLine } from './terminal-text.ts'

/** The end of a task in one line: how it is, what it took. Figures that the harness did not state are left out. */
export function renderRecap(task: TaskRecord, style: Style): string[] {
  const { state } = task
  const status = state?.status ?? 'starting'
  const usage = state?.usage
  const total = totalTokens(usage)
  const out = `${usage?.outputIsLowerBound ? 'at least ' : ''}${formatCount(usage?.outputTokens ?? null)} out`
  const facts = [
    total === null ? null : `${formatCount(total)} tokens (${out})`,
    typeof usage?.costUsd === 'number' ? formatCost(usage.costUsd) : null,
    typeof usage?.turns === 'number' ? `${usage.turns} ${usage.turns === 1 ? 'turn' : 'turns'}` : null,
    typeof usage?.durationMs === 'number' ? formatDuration(usage.durationMs) : null,
    state && state.counts.hiddenRaw > 0 ? `${formatCount(state.counts.hiddenRaw)} raw` : null,
  ].filter((fact) => fact !== null)
  const reason =
    status === 'failed' && state?.reason && state.reason !== 'exit'
      ? ` (${oneLine(state.reason.replaceAll('_', ' '))})`
      : ''
  const figures = facts.length === 0 ? '' : style.dim(`  ${facts.join(' · ')}`)
  return [`${statusPaint(style, status)(statusWord(status))}${reason}${figures}`]
}
