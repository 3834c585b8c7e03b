/** A Markdown table whose columns are as wide as their longest cell; columns of numbers are right-aligned. */
export function formatTable(
  heads: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const widths = heads.map((head, column) =>
    Math.max(3, head.length, ...rows.map((row) => String(row[column] ?? '').length)),
  )
  const isNumber = heads.map((_, column) => rows.every((row) => typeof row[column] === 'number'))
  const line = (cells: readonly (string | number)[]): string =>
    `| ${cells
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return isNumber[column] ? String(cell).padStart(width) : String(cell).padEnd(width)
      })
      .join(' | ')} |`
  const rule = widths.map((width, column) =>
    isNumber[column] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  )
  return [line(heads), line(rule), ...rows.map(line)].join('\n')
}
