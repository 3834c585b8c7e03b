/** What stands in a cell; null is an empty one. */
export type Cell = string | number | null

/**
 * A table as CSV (RFC 4180). Texts that a spreadsheet would run as a formula get an apostrophe in front: titles are words of
 * strangers.
 */
export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')
}

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
