import {
  elementScroll,
  measureElement,
  observeElementOffset,
  observeElementRect,
  type VirtualItem,
  Virtualizer,
} from '@tanstack/virtual-core'
import type { RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/** The rows in view, and how to move. */
export type VirtualList = {
  items: VirtualItem[]
  totalSize: number
  measure: (element: HTMLElement | null) => void
  virtualizer: Virtualizer<HTMLElement, HTMLElement>
}

/** Guess of a row's height before it was measured. */
const ESTIMATE_PX = 34
/** So many rows beside those in view are drawn. */
const OVERSCAN = 6
/** Closer than this to the end, new rows are followed. */
const END_PX = 60

/** Whether the reader is at the end, where what comes is followed. */
export function isNearEnd(element: HTMLElement): boolean {
  return element.scrollHeight - element.scrollTop - element.clientHeight < END_PX
}

/** More remembered heights than this are forgotten, but for those of the rows that are there. */
const MOST_SIZES = 20_000

/** What a virtual list shows. */
export type VirtualListOptions = {
  count: number
  /** Must be the same function while the rows are the same: with another one all rows are laid out anew. */
  keyOf: (index: number) => string
  /** Rows that come behind the last one are followed by a reader who is at the end. */
  followsEnd: boolean
  /** Index of the row that will be scrolled to once it is drawn: what was in view is not drawn again before. */
  aimAt: number | null
}

/**
 * A list of rows of any height of which only those in view are in the page; it keeps its place when rows come or go
 * before it.
 */
export function useVirtualList(
  scroller: RefObject<HTMLElement | null>,
  { count, keyOf, followsEnd, aimAt }: VirtualListOptions,
): VirtualList {
  const [, redraw] = useState(0)
  // What comes now is behind the rows that were there, so it is their end that the reader followed or did not.
  const followed = useRef(followsEnd)
  const options = {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ESTIMATE_PX,
    getItemKey: keyOf,
    overscan: OVERSCAN,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    anchorTo: 'end' as const,
    followOnAppend: followed.current && followsEnd,
    // Where more rows are to be loaded, the last one is not the end.
    scrollEndThreshold: followed.current ? END_PX : -1,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    measureElement,
    onChange: () => redraw((times) => times + 1),
  }
  const kept = useRef<Virtualizer<HTMLElement, HTMLElement> | null>(null)
  kept.current ??= new Virtualizer<HTMLElement, HTMLElement>(options)
  const virtualizer = kept.current
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = movesReader
  const shown = useRef(keyOf)
  if (shown.current !== keyOf) readOffset(virtualizer, scroller.current)
  shown.current = keyOf
  virtualizer.setOptions(options)
  followed.current = followsEnd
  if (aimAt !== null) lookAt(virtualizer, aimAt)
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer])
  useLayoutEffect(() => virtualizer._willUpdate())
  useLayoutEffect(() => forgetSizes(virtualizer, count, keyOf), [keyOf])
  return {
    items: virtualizer.getVirtualItems(),
    totalSize: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
    virtualizer,
  }
}

/**
 * Other rows keep the place that the list knows of: the browser may have scrolled on since it told, and that step would be
 * taken back. At the end the list may be ahead, as it grows.
 */
function readOffset(list: Virtualizer<HTMLElement, HTMLElement>, element: HTMLElement | null): void {
  if (!element) return
  const { scrollTop, scrollHeight, clientHeight } = element
  if (scrollTop < scrollHeight - clientHeight - END_PX) list.scrollOffset = scrollTop
}

function lookAt(list: Virtualizer<HTMLElement, HTMLElement>, index: number): void {
  const end = list.getTotalSize()
  const height = list.scrollRect?.height ?? window.innerHeight
  const start = list.measurementsCache[index]?.start ?? 0
  list.scrollOffset = Math.max(0, Math.min(start - height / 2, end - height))
}

/**
 * Whether a row that has another height than was guessed moves what is around it up rather than down. That holds for rows
 * in view too, when the reader has seen what is below them, as on the way up: that stays where it is.
 */
function movesReader(row: VirtualItem, _delta: number, list: Virtualizer<HTMLElement, HTMLElement>): boolean {
  const { itemSizeCache } = list
  const top = list.scrollOffset ?? 0
  const bottom = top + (list.scrollRect?.height ?? 0)
  if (itemSizeCache.has(row.key)) return row.end <= top && list.scrollDirection !== 'backward'
  if (row.start < top) return true
  const wasSeen = ({ index, start, key }: VirtualItem) =>
    index > row.index && start < bottom && itemSizeCache.has(key)
  return row.start < bottom && list.getVirtualItems().some(wasSeen)
}

function forgetSizes(
  { itemSizeCache }: Virtualizer<HTMLElement, HTMLElement>,
  count: number,
  keyOf: (index: number) => string,
): void {
  if (itemSizeCache.size < MOST_SIZES) return
  const present = new Set(Array.from({ length: count }, (_, index) => keyOf(index)))
  for (const key of itemSizeCache.keys()) if (!present.has(String(key))) itemSizeCache.delete(key)
}
