/** One line of the table that `npm run bench` prints. */
export type Row = {
  what: string
  figure: string
  detail: string
  /** What the figure must be, where something is demanded. */
  target?: string
  met?: boolean
}
