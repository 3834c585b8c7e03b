import { num, str } from '../../core/read.ts'
import { hasFailed } from '../model/arrange.ts'
import { readHits } from '../model/hits.ts'
import type { CallRow, Row } from '../model/row.ts'

/** How a call went. */
export type CallOutcome = 'open' | 'unfinished' | 'failed' | 'denied' | 'ok'

/** The outcome of a call, from its result and whether its run still lives. */
export function outcomeOf(row: CallRow): CallOutcome {
  if (!row.result) return row.isLive ? 'open' : 'unfinished'
  return hasFailed(row) ? 'failed' : 'ok'
}

/** The one fact that stands at the right of a call; null when its success says all. */
export function factOf(row: CallRow): { text: string; tone: string } | null {
  switch (outcomeOf(row)) {
    case 'open':
      return { text: 'running', tone: 'live' }
    case 'unfinished':
      return { text: 'no result', tone: 'quiet' }
    case 'failed': {
      const exitCode = num(row.result?.payload.exitCode)
      return { text: exitCode === null ? 'failed' : `exit ${exitCode}`, tone: 'bad' }
    }
    default: {
      const { kind } = row.summary
      const output = str(row.result?.payload.output) ?? ''
      if (kind !== 'read' && kind !== 'search') return null
      const hits = kind === 'search' ? readHits(output) : null
      if (hits) {
        const files = new Set(hits.map(({ path }) => path)).size
        return {
          text: `${hits.length.toLocaleString()} in ${files === 1 ? '1 file' : `${files} files`}`,
          tone: '',
        }
      }
      const lines = output === '' ? 0 : output.replace(/\n$/, '').split('\n').length
      return { text: `${lines.toLocaleString()} ${lines === 1 ? 'line' : 'lines'}`, tone: '' }
    }
  }
}

/** Whether a row is open without being asked: failures, edits, commands with output, and what runs now. */
export function opensByItself(row: Row): boolean {
  if (row.kind !== 'call') return false
  const outcome = outcomeOf(row)
  if (row.summary.kind === 'agent' && outcome === 'open') return true
  if (outcome === 'failed') return true
  const { kind } = row.summary
  if (kind === 'edit') return true
  return kind === 'execute' && (outcome === 'open' || (str(row.result?.payload.output)?.length ?? 0) > 0)
}

/** The symbol of a kind of call. */
export function iconOf(row: CallRow): string {
  const { kind, verb } = row.summary
  if (verb === 'Write') return 'write'
  const icons: Readonly<Record<string, string>> = {
    read: 'read',
    edit: 'edit',
    delete: 'remove',
    move: 'swap',
    search: 'search',
    execute: 'terminal',
    fetch: 'globe',
    think: 'think',
    plan: 'plan',
    agent: 'agent',
    mcp: 'plug',
  }
  return icons[kind] ?? 'braces'
}

/** Width of the duration mark, 0 to 48: logarithmic from 10 ms to 10 minutes. */
export function whiskerWidth(durationMs: number): number {
  const share = Math.log10(Math.max(durationMs, 10) / 10) / Math.log10(60_000)
  return Math.round(Math.min(1, share) * 480) / 10
}
