/** One line of the table that `npm run bench` and `npm run stress` print. */
export type Row = {
  what: string
  figure: string
  detail: string
  /** What the figure must be, where something is demanded. */
  target?: string
  met?: boolean
}

/** The rows as a table. */
export function describeRows(rows: readonly Row[]): string {
  const lines = rows.map(({ what, figure, detail, target = '', met }) => {
    const verdict = met === undefined ? '' : met ? 'yes' : 'NO'
    return `| ${what} | ${figure} | ${detail} | ${target} | ${verdict} |`
  })
  return ['| what | figure | detail | target | met |', '| --- | --- | --- | --- | --- |', ...lines].join('\n')
}
