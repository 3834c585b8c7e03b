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
/** Closer than this to the end, new rows are followed. */
const END_PX = 60

/** Whether the reader is at the end, where what comes is followed. */
export function isNearEnd(element: HTMLElement): boolean {
  return element.scrollHeight - element.scrollTop - element.clientHeight < END_PX
}

/** A list of rows of any height of which only those in view are in the page; it keeps its place when rows come before it. */
export function useVirtualList(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  keyOf: (index: number) => string,
): VirtualList {
  const [, redraw] = useState(0)
  const options = {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ESTIMATE_PX,
    getItemKey: keyOf,
    overscan: 12,
    anchorTo: 'end' as const,
    followOnAppend: true,
    scrollEndThreshold: END_PX,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    measureElement,
    onChange: () => redraw((times) => times + 1),
  }
  const kept = useRef<Virtualizer<HTMLElement, HTMLElement> | null>(null)
  kept.current ??= new Virtualizer<HTMLElement, HTMLElement>(options)
  const virtualizer = kept.current
  virtualizer.setOptions(options)
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer])
  useLayoutEffect(() => virtualizer._willUpdate())
  return {
    items: virtualizer.getVirtualItems(),
    totalSize: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
    virtualizer,
  }
}
