/** `96,739`; a dash where nothing was said. */
export function formatCount(value: number | null): string {
  return value === null ? '—' : value.toLocaleString('en-US')
}

/** `$0.098`; a dash where none was stated. */
export function formatCost(usd: number | null): string {
  return usd === null ? '—' : `$${usd.toFixed(usd === 0 || usd >= 0.1 ? 2 : usd >= 0.01 ? 3 : 4)}`
}

/** `29 ms`, `2.2 s`, `1m06s`, `2h05m`; a dash where nothing is known. */
export function formatDuration(ms: number | null): string {
  if (ms === null) return '—'
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
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
