import type { TaskRecord } from '../../store/store.ts'
import { formatCost, formatCount, formatDuration, statusWord } from './format.ts'
import type { Style } from './style.ts'

/** The end of a run in two lines: how it is, what it took. Figures that the harness did not state are left out. */
export function renderRecap(task: TaskRecord, style: Style): string[] {
  const { state } = task
  const status = state?.status ?? 'starting'
  const usage = state?.usage
  const paint = status === 'failed' ? style.bad : status === 'succeeded' ? style.ok : style.warn
  const tokens = [usage?.inputTokens, usage?.cacheReadTokens, usage?.cacheCreationTokens, usage?.outputTokens]
  const hasTokens = tokens.some((count) => typeof count === 'number')
  const total = tokens.reduce<number>((sum, count) => sum + (count ?? 0), 0)
  const facts = [
    hasTokens ? `${formatCount(total)} tokens (${formatCount(usage?.outputTokens ?? null)} out)` : null,
    usage?.costUsd == null ? null : formatCost(usage.costUsd),
    usage?.turns == null ? null : `${usage.turns} turns`,
    usage?.durationMs == null ? null : formatDuration(usage.durationMs),
    state && state.counts.hiddenRaw > 0 ? `${state.counts.hiddenRaw} raw` : null,
  ]
  const reason = state?.reason && status !== 'succeeded' ? ` (${state.reason.replaceAll('_', ' ')})` : ''
  const figures = facts.filter((fact) => fact !== null).join(' · ')
  return [`${paint(statusWord(status))}${reason}${figures === '' ? '' : style.dim(`  ${figures}`)}`]
}
