/** A day as the server names it: `2026-12-01`, of the reader's own calendar. */
export function dayName(date: Date): string {
  const two = (number: number): string => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The last days up to one, oldest first. */
export function lastDays(count: number, until: Date): string[] {
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(until.getFullYear(), until.getMonth(), until.getDate() - (count - 1 - index))
    return dayName(day)
  })
}

/** A day in the reader's words. */
export function formatDayName(name: string, style: 'short' | 'long' = 'short'): string {
  const [year = 1970, month = 1, day = 1] = name.split('-').map(Number)
  const date = new Date(year, month - 1, day)
  return date.toLocaleDateString(undefined, {
    day: 'numeric',
    month: style,
    ...(style === 'long' ? { weekday: 'long' } : {}),
  })
}
