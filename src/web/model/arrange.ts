import { num } from '../../core/read.ts'
import type { ArrangedRow, CallRow, Row } from './row.ts'

/** So many quiet looks in a row fold into one. */
const MIN_LOOKS = 4

/** Whether a row that folds is open. */
export type IsOpen = (row: Row) => boolean

/**
 * The rows that are shown, in order: lanes of folded agents are left out, quiet looks in a row are one row, and calls that
 * ran at the same time share a bracket.
 */
export function arrangeRows(rows: readonly Row[], isOpen: IsOpen): ArrangedRow[] {
  return foldLooks(bracketRows(foldLanes(rows, isOpen)), isOpen)
}

/** The lane below the call at an index; null where it has no rows. */
export function laneAt(rows: readonly Row[], index: number): ArrangedRow['lane'] {
  const head = rows[index]
  if (!head) return null
  const lane = { calls: 0, failures: 0, lastWords: null as string | null }
  let at = index + 1
  for (let row = rows[at]; row && row.depth > head.depth; row = rows[++at]) {
    if (row.kind === 'call') {
      lane.calls++
      if (hasFailed(row)) lane.failures++
    }
    if (row.kind === 'message') lane.lastWords = row.text
  }
  return at === index + 1 ? null : lane
}

/** A call that failed by what the harness states. */
export function hasFailed({ result }: CallRow): boolean {
  return result?.payload.isError === true || (num(result?.payload.exitCode) ?? 0) !== 0
}

function foldLanes(rows: readonly Row[], isOpen: IsOpen): ArrangedRow[] {
  const shown: ArrangedRow[] = []
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index]
    if (!row) continue
    const lane = row.kind === 'call' ? laneAt(rows, index) : null
    shown.push({ row, lane, brace: null })
    if (!lane || isOpen(row)) continue
    while ((rows[index + 1]?.depth ?? 0) > row.depth) index++
  }
  return shown
}

/** Calls of one depth that begin before the one above has ended stand under one bracket, which runs past nested rows. */
function bracketRows(rows: readonly ArrangedRow[]): ArrangedRow[] {
  const braced = rows.map((one) => ({ ...one }))
  let first = -1
  let last = -1
  let endSeq = 0
  const close = (): void => {
    if (last > first) {
      for (let index = first; index <= last; index++) {
        const one = braced[index]
        if (!one) continue
        const isHead = one.row.depth === braced[first]?.row.depth
        one.brace = index === first ? 'first' : index === last ? 'end' : isHead ? 'mid' : 'thru'
      }
    }
    first = -1
    last = -1
  }
  for (const [index, { row }] of braced.entries()) {
    const head = braced[first]?.row
    if (head && row.depth > head.depth) continue
    const isCall = row.kind === 'call' && row.summary.kind !== 'plan'
    if (
      head &&
      isCall &&
      row.depth === head.depth &&
      row.event.run === head.event.run &&
      row.event.seq < endSeq
    ) {
      last = index
      endSeq = Math.max(endSeq, endOf(row))
      continue
    }
    close()
    if (!isCall) continue
    first = index
    last = index
    endSeq = endOf(row)
  }
  close()
  return braced
}

function endOf({ result, isLive }: CallRow): number {
  return result?.seq ?? (isLive ? Number.POSITIVE_INFINITY : 0)
}

function foldLooks(rows: readonly ArrangedRow[], isOpen: IsOpen): ArrangedRow[] {
  const folded: ArrangedRow[] = []
  let looks: ArrangedRow[] = []
  const flush = (): void => {
    const first = looks[0]
    if (first && looks.length >= MIN_LOOKS) {
      const row = describeLooks(looks.map(({ row }) => row as CallRow))
      folded.push({ row, lane: null, brace: null })
      if (isOpen(row)) folded.push(...looks)
    } else folded.push(...looks)
    looks = []
  }
  for (const one of rows) {
    const isSame = looks.length === 0 || looks[0]?.row.depth === one.row.depth
    if (isQuietLook(one.row) && isSame) {
      looks.push(one)
      continue
    }
    flush()
    if (isQuietLook(one.row)) looks.push(one)
    else folded.push(one)
  }
  flush()
  return folded
}

function isQuietLook(row: Row): boolean {
  return (
    row.kind === 'call' &&
    (row.summary.kind === 'read' || row.summary.kind === 'search') &&
    row.result !== null &&
    !hasFailed(row)
  )
}

function describeLooks(calls: readonly CallRow[]): Row {
  const reads = calls.filter(({ summary }) => summary.kind === 'read')
  const searches = calls.length - reads.length
  const names = [...new Set(reads.map(({ summary }) => summary.subject.split('/').at(-1) ?? ''))]
  const more = names.length - 2
  const files = more > 1 ? `${names.slice(0, 2).join(', ')} and ${more} more` : names.join(', ')
  const searched = searches === 0 ? '' : searches === 1 ? '1 search' : `${searches} searches`
  const first = calls[0] as CallRow
  return {
    kind: 'looked',
    key: `looked ${first.key}`,
    event: first.event,
    depth: first.depth,
    text: [files, searched].filter(Boolean).join('; '),
    count: calls.length,
    durationMs: calls.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0),
  }
}
