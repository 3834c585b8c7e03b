import type { VirtualItem, Virtualizer } from '@tanstack/virtual-core'
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ArrangedRow } from '../model/row.ts'
import type { OpenTask } from '../state/open-task.ts'
import { visibleEvents } from '../state/visible-events.ts'
import type { FeedAim } from './feed-aim.ts'
import { isNearEnd } from './virtual-list.ts'

/** More rows are loaded when the reader is this close to the first or the last one. */
const LOAD_PX = 1_400

/** What the place of a reader depends on. */
export type FeedPlaceOptions = {
  task: OpenTask
  rows: readonly ArrangedRow[]
  items: readonly VirtualItem[]
  scroller: RefObject<HTMLElement | null>
  virtualizer: Virtualizer<HTMLElement, HTMLElement>
  aim: FeedAim
  setCursor: (key: string) => void
}

/** Shows what is aimed at, loads what the reader comes close to, and tells what is seen. */
export function useFeedPlace(options: FeedPlaceOptions): { isAtEnd: boolean; onScroll: () => void } {
  const { task, rows, items, scroller, virtualizer, aim, setCursor } = options
  const [isAtEnd, setAtEnd] = useState(true)

  function onScroll(): void {
    const element = scroller.current
    if (!element) return
    const atEnd = isNearEnd(element) && !task.hasNewer.peek()
    setAtEnd(atEnd)
    task.look(seenEvents(rows, items), atEnd)
    // What lies beside the place that the reader leaves is not wanted.
    if (aim.isPending()) return
    const below = element.scrollHeight - element.scrollTop - element.clientHeight
    if (element.scrollTop < LOAD_PX) task.loadOlder()
    if (below < LOAD_PX) task.loadNewer()
  }

  // Heights are guesses until rows were drawn, so the virtualizer seeks the row again as they are measured.
  useLayoutEffect(() => {
    const row = aim.index === null ? undefined : rows[aim.index]?.row
    if (aim.index === null || !row) return
    aim.reached()
    if (aim.isEnd) {
      virtualizer.scrollToIndex(aim.index, { align: 'end' })
      return
    }
    setCursor(row.key)
    virtualizer.scrollToIndex(aim.index, { align: row.kind === 'turn' ? 'start' : 'center' })
  })
  useEffect(onScroll, [rows])
  // After each drawing: while the reader scrolls, the rows that were drawn are still those of the place before.
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const [top, bottom] = [element.scrollTop, element.scrollTop + element.clientHeight]
    showRange(
      seenEvents(
        rows,
        items.filter(({ start, end }) => end > top && start < bottom),
      ),
    )
  })
  // What comes above or below the list (a bar, a composer) takes height from it: a reader at the end stays there.
  const isFollowing = useRef(true)
  isFollowing.current = isAtEnd
  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => {
      if (isFollowing.current && !aim.isPending()) element.scrollTop = element.scrollHeight
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [task])

  return { isAtEnd, onScroll }
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
