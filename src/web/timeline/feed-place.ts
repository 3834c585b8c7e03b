import type { VirtualItem, Virtualizer } from '@tanstack/virtual-core'
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ArrangedRow } from '../model/row.ts'
import { jump } from '../state/jump.ts'
import type { OpenTask } from '../state/open-task.ts'
import { linkedEvent } from '../state/route.ts'
import { visibleEvents } from '../state/visible-events.ts'
import { isNearEnd } from './virtual-list.ts'

/** More rows are loaded when the reader is this close to the first or the last one. */
const LOAD_PX = 1_500

/** What the place of a reader depends on. */
export type FeedPlaceOptions = {
  task: OpenTask
  rows: readonly ArrangedRow[]
  items: readonly VirtualItem[]
  scroller: RefObject<HTMLElement | null>
  virtualizer: Virtualizer<HTMLElement, HTMLElement>
  /** Opens what hides the row of an event and gives the row's key; null where no row shows it. */
  reveal: (seq: number, opens: boolean) => string | null
}

/** What is sought once its rows are drawn: the end, an event (with its row open, or not), or the row that shows it. */
type Aim = 'end' | { seq: number; opens: boolean } | { key: string }

/** Where the reader is, and how to go elsewhere. */
export type FeedPlace = {
  isAtEnd: boolean
  onScroll: () => void
  goToEnd: () => void
  goToStart: () => void
}

/** Opens at the linked event or at the end, goes where the address says, and loads what the reader comes close to. */
export function useFeedPlace(options: FeedPlaceOptions): FeedPlace {
  const { task, rows, items, scroller, virtualizer, reveal } = options
  const [isAtEnd, setAtEnd] = useState(true)
  const [, redraw] = useState(0)
  const aim = useRef<Aim | null>(aimOfAddress() ?? 'end')

  const goTo = (place: 'end' | { seq: number; opens: boolean }) => {
    const loaded: Promise<unknown> = place === 'end' ? task.reachEnd() : task.reach(place.seq)
    loaded.then(() => {
      aim.current = place
      redraw((times) => times + 1)
    })
  }

  function update(): void {
    const element = scroller.current
    if (!element) return
    const atEnd = isNearEnd(element) && !task.hasNewer.peek()
    setAtEnd(atEnd)
    const seen = seenEvents(rows, items)
    task.look(seen, atEnd)
    const [top, bottom] = [element.scrollTop, element.scrollTop + element.clientHeight]
    // The list draws some rows beyond what is in view.
    showRange(
      seenEvents(
        rows,
        items.filter(({ start, end }) => end > top && start < bottom),
      ),
    )
  }

  function fill(): void {
    const element = scroller.current
    if (!element || aim.current !== null) return
    const below = element.scrollHeight - element.scrollTop - element.clientHeight
    if (element.scrollTop < LOAD_PX) task.loadOlder()
    if (below < LOAD_PX) task.loadNewer()
  }

  // Heights are guesses until rows were drawn, so the virtualizer seeks its aim again as they are measured.
  useLayoutEffect(() => {
    const place = aim.current
    if (place === null || rows.length === 0) return
    aim.current = null
    if (place === 'end') {
      virtualizer.scrollToIndex(rows.length - 1, { align: 'end' })
      return
    }
    if ('seq' in place) {
      const key = reveal(place.seq, place.opens)
      if (key === null) return
      aim.current = { key }
      redraw((times) => times + 1)
      return
    }
    const index = rows.findIndex(({ row }) => row.key === place.key)
    if (index === -1) return
    virtualizer.scrollToIndex(index, { align: rows[index]?.row.kind === 'turn' ? 'start' : 'center' })
  })
  const target = jump.value
  useEffect(() => {
    if (!target) return
    jump.value = null
    goTo(target)
  }, [target])
  useEffect(() => {
    update()
    fill()
  }, [rows])
  useEffect(() => {
    const follow = () => {
      const place = aimOfAddress()
      if (place) goTo(place)
    }
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [task])

  return {
    isAtEnd,
    onScroll: () => {
      update()
      fill()
    },
    goToEnd: () => goTo('end'),
    goToStart: () => goTo({ seq: 1, opens: false }),
  }
}

/** Where a list opens: near the row that the address links to, or at the last one. */
export function indexOfLink(rows: readonly ArrangedRow[]): number {
  const seq = linkedEvent()
  return seq === null
    ? rows.length - 1
    : Math.max(
        0,
        rows.findLastIndex(({ row }) => row.event.seq <= seq),
      )
}

function aimOfAddress(): { seq: number; opens: boolean } | null {
  const seq = linkedEvent()
  return seq === null ? null : { seq, opens: false }
}

/** The strip is told when the range has changed, not at every pixel. */
function showRange(seen: { first: number; last: number }): void {
  if (!Number.isFinite(seen.first)) return
  const before = visibleEvents.peek()
  if (before?.first !== seen.first || before.last !== seen.last) visibleEvents.value = seen
}

function seenEvents(
  rows: readonly ArrangedRow[],
  items: readonly VirtualItem[],
): { first: number; last: number } {
  const seqs = items.flatMap(({ index }) => rows[index]?.row.event.seq ?? [])
  return { first: Math.min(...seqs), last: Math.max(...seqs) }
}
