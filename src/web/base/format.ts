/** Numbers, times and words as the reader's locale writes them. */

// Made once: making one takes longer than all that is drawn in a frame.
const COUNT = new Intl.NumberFormat()
const TENTHS = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })
const CLOCK = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
})
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const LONG_DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long', year: 'numeric' })

/** `96,739`; a dash where nothing was said. */
export function formatCount(value: number | null | undefined): string {
  return value === null || value === undefined ? '—' : COUNT.format(value)
}

/** `$1.50`; small amounts keep their first two digits; a dash where none was stated. */
export function formatCost(usd: number | null | undefined): string {
  if (usd === null || usd === undefined) return '—'
  const digits = usd === 0 || usd >= 0.1 ? 2 : usd >= 0.01 ? 3 : 4
  return `$${usd.toLocaleString(undefined, { minimumFractionDigits: digits, maximumFractionDigits: digits })}`
}

/** `29 ms`, `2.2 s`, `1 m 06 s`, `2 h 05 m`; a dash where nothing is known. */
export function formatDuration(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return '—'
  if (ms < 999.5) return `${Math.round(ms)} ms`
  if (ms < 59_950) return `${TENTHS.format(ms / 1_000)} s`
  const seconds = Math.round(ms / 1_000)
  const two = (value: number) => String(value).padStart(2, '0')
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} m ${two(seconds % 60)} s`
  return `${Math.floor(seconds / 3_600)} h ${two(Math.floor((seconds % 3_600) / 60))} m`
}

/** `now`, `4 m`, `2 h`, `3 d`: how long ago, for the list alone. */
export function formatAge(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return 'now'
  if (minutes < 60) return `${minutes} m`
  return minutes < 1_440 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1_440)} d`
}

/** `03:44:55`, in the reader's time zone. */
export function formatClock(ts: number): string {
  return CLOCK.format(ts)
}

/** `1 Dec, 03:44:55`. */
export function formatMoment(ts: number): string {
  return `${DAY.format(ts)}, ${CLOCK.format(ts)}`
}

/** `Today`, `Yesterday`, or the date. */
export function formatDay(ts: number, now: number): string {
  const startOfDay = (value: number) => new Date(value).setHours(0, 0, 0, 0)
  const days = Math.round((startOfDay(now) - startOfDay(ts)) / 86_400_000)
  if (days <= 0) return 'Today'
  return days === 1 ? 'Yesterday' : LONG_DAY.format(ts)
}

/** `2.2 KB`. */
export function formatBytes(bytes: number | null): string {
  if (bytes === null) return ''
  if (bytes < 1_000) return `${bytes} B`
  const [value, unit] = bytes < 999_950 ? [bytes / 1_000, 'KB'] : [bytes / 1_000_000, 'MB']
  return `${TENTHS.format(value)} ${unit}`
}
