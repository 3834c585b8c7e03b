import { useEffect, useRef, useState } from 'preact/hooks'
import type { Row } from '../model/row.ts'
import type { OpenTask } from '../state/open-task.ts'
import { linkedEvent } from '../state/route.ts'

/** A place to go to: an event by its seq, or the end. */
export type Place = number | 'end'

/** Where the timeline is to go next. */
export type FeedAim = {
  /** Index of the row to show, null while its rows are on their way, or when there is nowhere to go. */
  index: number | null
  /** The aim is the end, not an event. */
  isEnd: boolean
  isPending: () => boolean
  goTo: (place: Place) => void
  /** The row is shown. */
  reached: () => void
}

/** Aims at the linked event or at the end at first, then wherever the address or the reader says. */
export function useFeedAim(task: OpenTask, rows: readonly Row[]): FeedAim {
  const aim = useRef<{ place: Place; isLoaded: boolean } | null>({
    place: linkedEvent() ?? 'end',
    isLoaded: true,
  })
  const [, redraw] = useState(0)

  const goTo = (place: Place) => {
    const next = { place, isLoaded: false }
    aim.current = next
    const loaded: Promise<unknown> = place === 'end' ? task.reachEnd() : task.reach(place)
    loaded.then(() => {
      next.isLoaded = true
      redraw((times) => times + 1)
    })
  }
  useEffect(() => {
    const follow = () => {
      const seq = linkedEvent()
      if (seq !== null) goTo(seq)
    }
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [task])

  return {
    index: aim.current && rows.length > 0 ? indexOf(rows, aim.current) : null,
    isEnd: aim.current?.place === 'end',
    isPending: () => aim.current !== null,
    goTo,
    reached: () => {
      aim.current = null
    },
  }
}

function indexOf(
  rows: readonly Row[],
  { place, isLoaded }: { place: Place; isLoaded: boolean },
): number | null {
  if (place === 'end') return isLoaded ? rows.length - 1 : null
  const exact = rows.findIndex((row) => holds(row, place))
  if (exact !== -1) return exact
  return isLoaded ? lastBefore(rows, place) : null
}

function holds(row: Row, seq: number): boolean {
  return row.event.seq === seq || (row.kind === 'call' && row.result?.seq === seq)
}

/** The row that begins last before an event: it holds a fragment of it, or what no row shows. */
function lastBefore(rows: readonly Row[], seq: number): number {
  let found = 0
  for (const [index, { event }] of rows.entries()) {
    if (event.seq <= seq && event.seq >= (rows[found]?.event.seq ?? 0)) found = index
  }
  return found
}
