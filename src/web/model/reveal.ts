import { arrangeRows, type IsOpen } from './arrange.ts'
import type { Row } from './row.ts'

/** A row that shows an event, and the keys of rows that must be opened for it to be seen. */
export type Revealed = { row: Row; toOpen: string[] }

/**
 * Finds the row that shows an event; null where none does. With `opens` the row itself is opened too, where it folds:
 * for words that stand in its body.
 */
export function revealEvent(
  rows: readonly Row[],
  seq: number,
  isOpen: IsOpen,
  opens: boolean,
): Revealed | null {
  const exact = rows.findIndex(
    (row) => row.event.seq === seq || (row.kind === 'call' && row.result?.seq === seq),
  )
  const index =
    exact === -1 ? rows.findLastIndex((row) => row.event.seq <= seq && row.kind !== 'turn') : exact
  const row = rows[index]
  if (!row) return null
  const toOpen = parentsOf(rows, index).filter((parent) => !isOpen(parent))
  if (opens && folds(row) && !isOpen(row)) toOpen.push(row)
  const opened = new Set(toOpen)
  const shown = arrangeRows(rows, (one) => opened.has(one) || isOpen(one))
  if (!shown.some((one) => one.row === row)) {
    const fold = shown.findLast((one) => one.row.kind === 'looked' && one.row.event.seq <= row.event.seq)
    if (fold) toOpen.push(fold.row)
  }
  return { row, toOpen: toOpen.map(({ key }) => key) }
}

function parentsOf(rows: readonly Row[], index: number): Row[] {
  const parents: Row[] = []
  let depth = rows[index]?.depth ?? 0
  for (let above = index - 1; above >= 0 && depth > 0; above--) {
    const parent = rows[above]
    if (!parent || parent.depth >= depth) continue
    depth = parent.depth
    parents.push(parent)
  }
  return parents
}

function folds({ kind }: Row): boolean {
  return kind === 'call' || kind === 'thinking' || kind === 'injected' || kind === 'raw'
}
