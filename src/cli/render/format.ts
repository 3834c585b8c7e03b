import type { TokenCounters } from '../../core/events.ts'

/** `96,739`; a dash where nothing was said. */
export function formatCount(value: number | null): string {
  return value === null ? '—' : value.toLocaleString('en-US')
}

/** `864`, `96.7k`, `1.2M`: a count in at most six columns; a dash where nothing was said. */
export function formatCompact(value: number | null): string {
  if (value === null) return '—'
  if (value < 1_000) return String(value)
  const [figure, unit] =
    value < 999_950 ? [value / 1e3, 'k'] : value < 999_950_000 ? [value / 1e6, 'M'] : [value / 1e9, 'G']
  return `${figure.toFixed(1)}${unit}`
}

/** All tokens that went in and out; null where no counter was ever stated. */
export function totalTokens(counters: Partial<TokenCounters> | null | undefined): number | null {
  const { inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens } = counters ?? {}
  const stated = [inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens].filter(
    (count) => typeof count === 'number',
  )
  return stated.length === 0 ? null : stated.reduce((sum, count) => sum + count, 0)
}

/** `$0.098`; a dash where none was stated. */
export function formatCost(usd: number | null): string {
  return usd === null ? '—' : `$${usd.toFixed(usd === 0 || usd >= 0.1 ? 2 : usd >= 0.01 ? 3 : 4)}`
}

/** `29 ms`, `2.2 s`, `1m06s`, `2h05m`; a dash where nothing is known. */
export function formatDuration(ms: number | null): string {
  if (ms === null) return '—'
  if (ms < 999.5) return `${Math.round(ms)} ms`
  if (ms < 59_950) return `${(ms / 1_000).toFixed(1)} s`
  const seconds = Math.round(ms / 1_000)
  const two = (value: number) => String(value).padStart(2, '0')
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}m${two(seconds % 60)}s`
  return `${Math.floor(seconds / 3_600)}h${two(Math.floor((seconds % 3_600) / 60))}m`
}

/** `now`, `4m`, `2h`, `3d`. */
export function formatAge(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return 'now'
  if (minutes < 60) return `${minutes}m`
  return minutes < 1_440 ? `${Math.floor(minutes / 60)}h` : `${Math.floor(minutes / 1_440)}d`
}

/** `03:44:55` in the local time zone. */
export function formatClock(ts: number): string {
  const date = new Date(ts)
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}

const WORDS: Readonly<Record<string, string>> = {
  'needs-input': 'needs you',
  succeeded: 'done',
  'no-result': 'no result',
}

/** A status as a person says it. */
export function statusWord(status: string): string {
  return WORDS[status] ?? status
}
