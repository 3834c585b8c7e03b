import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ArrangedRow, Row } from '../model/row.ts'
import { jump } from '../state/jump.ts'
import type { OpenTask } from '../state/open-task.ts'
import { linkedEvent } from '../state/route.ts'

/** A place to go to: an event by its seq, its row opened or as it is, or the end. */
export type Place = { seq: number; opens: boolean } | 'end'

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

/** `key` is that of the row, once it is known which one shows the event, and what hid it was opened. */
type Aim = { place: Place; isLoaded: boolean; key: string | null }

/**
 * Aims at the linked event or at the end at first, then wherever the address, a jump or the reader says. `reveal` opens
 * what hides the row of an event and gives the row's key; null where no row shows it.
 */
export function useFeedAim(
  task: OpenTask,
  rows: readonly ArrangedRow[],
  reveal: (seq: number, opens: boolean) => string | null,
): FeedAim {
  const aim = useRef<Aim | null>({ place: placeOfAddress() ?? 'end', isLoaded: true, key: null })
  const [, redraw] = useState(0)

  const goTo = (place: Place) => {
    const next: Aim = { place, isLoaded: false, key: null }
    aim.current = next
    const loaded: Promise<unknown> = place === 'end' ? task.reachEnd() : task.reach(place.seq)
    loaded.then(() => {
      next.isLoaded = true
      redraw((times) => times + 1)
    })
  }
  const index = aim.current && rows.length > 0 ? indexOf(rows, aim.current) : null

  useLayoutEffect(() => {
    const now = aim.current
    if (!now || now.place === 'end' || now.key !== null || index !== null) return
    if (!now.isLoaded || rows.length === 0) return
    now.key = reveal(now.place.seq, now.place.opens)
    if (now.key === null) aim.current = null
    redraw((times) => times + 1)
  })
  useEffect(() => {
    const follow = () => {
      const place = placeOfAddress()
      if (place) goTo(place)
    }
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [task])
  const target = jump.value
  useEffect(() => {
    if (!target) return
    jump.value = null
    goTo(target)
  }, [target])

  return {
    index,
    isEnd: aim.current?.place === 'end',
    isPending: () => aim.current !== null,
    goTo,
    reached: () => {
      aim.current = null
    },
  }
}

function placeOfAddress(): { seq: number; opens: boolean } | null {
  const seq = linkedEvent()
  return seq === null ? null : { seq, opens: false }
}

/** A row that is there already is gone to before anything is loaded. */
function indexOf(rows: readonly ArrangedRow[], { place, isLoaded, key }: Aim): number | null {
  if (place === 'end') return isLoaded ? rows.length - 1 : null
  const isWanted = (row: Row): boolean =>
    key === null ? !place.opens && holds(row, place.seq) : row.key === key
  const index = rows.findIndex(({ row }) => isWanted(row))
  return index === -1 ? null : index
}

function holds(row: Row, seq: number): boolean {
  return row.event.seq === seq || (row.kind === 'call' && row.result?.seq === seq)
}
