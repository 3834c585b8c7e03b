import type { VirtualItem, Virtualizer } from '@tanstack/virtual-core'
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Row } from '../model/row.ts'
import type { OpenTask } from '../state/open-task.ts'
import { linkedEvent } from '../state/route.ts'
import { isNearEnd } from './virtual-list.ts'

/** More rows are loaded when the reader is this close to the first or the last one. */
const LOAD_PX = 1_500

/** What the place of a reader depends on. */
export type FeedPlaceOptions = {
  task: OpenTask
  rows: readonly Row[]
  items: readonly VirtualItem[]
  scroller: RefObject<HTMLElement | null>
  virtualizer: Virtualizer<HTMLElement, HTMLElement>
  setCursor: (key: string) => void
}

/** Where the reader is, and how to go elsewhere. */
export type FeedPlace = {
  isAtEnd: boolean
  onScroll: () => void
  goToEnd: () => void
  goToStart: () => void
}

/** Opens at the linked event or at the end, goes where the address says, and loads what the reader comes close to. */
export function useFeedPlace(options: FeedPlaceOptions): FeedPlace {
  const { task, rows, items, scroller, virtualizer, setCursor } = options
  const [isAtEnd, setAtEnd] = useState(true)
  const [, redraw] = useState(0)
  /** An event's seq, or the end: sought once its rows are drawn. */
  const aim = useRef<number | 'end' | null>(linkedEvent() ?? 'end')

  const goTo = (place: number | 'end') => {
    const loaded: Promise<unknown> = place === 'end' ? task.reachEnd() : task.reach(place)
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
    task.look(seenEvents(rows, items), atEnd)
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
    const index = indexOfEvent(rows, place)
    const row = rows[index]
    if (!row) return
    setCursor(row.key)
    virtualizer.scrollToIndex(index, { align: row.kind === 'turn' ? 'start' : 'center' })
  })
  useEffect(() => {
    update()
    fill()
  }, [rows])
  useEffect(() => {
    const follow = () => {
      const seq = linkedEvent()
      if (seq !== null) goTo(seq)
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
    goToStart: () => goTo(1),
  }
}

/** Where a list opens: at the row that the address links to, or at the last one. */
export function indexOfLink(rows: readonly Row[]): number {
  const seq = linkedEvent()
  return seq === null ? rows.length - 1 : indexOfEvent(rows, seq)
}

/** The row of an event: that shows it, or else that begins last before it. */
function indexOfEvent(rows: readonly Row[], seq: number): number {
  let found = -1
  let foundSeq = 0
  for (const [index, row] of rows.entries()) {
    if (row.event.seq === seq || (row.kind === 'call' && row.result?.seq === seq)) return index
    if (row.event.seq > seq || row.event.seq < foundSeq) continue
    found = index
    foundSeq = row.event.seq
  }
  return found
}

function seenEvents(rows: readonly Row[], items: readonly VirtualItem[]): { first: number; last: number } {
  const seqs = items.flatMap(({ index }) => rows[index]?.event.seq ?? [])
  return { first: Math.min(...seqs), last: Math.max(...seqs) }
}
