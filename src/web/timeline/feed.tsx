import type { VNode } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { sourceUrl } from '../api/client.ts'
import { formatClock } from '../base/format.ts'
import { Icon } from '../base/icon.tsx'
import { useMarkedWords } from '../find/highlight-words.ts'
import { useKeys } from '../keys/use-keys.ts'
import { arrangeRows } from '../model/arrange.ts'
import { revealEvent } from '../model/reveal.ts'
import type { ArrangedRow, Row } from '../model/row.ts'
import { jump } from '../state/jump.ts'
import type { OpenTask } from '../state/open-task.ts'
import { opensByItself } from './call-view.ts'
import { feedKeys } from './feed-keys.ts'
import { Lightbox } from './pictures.tsx'
import { TimelineRow } from './row.tsx'
import { TurnHead } from './turn-head.tsx'
import { isNearEnd, useVirtualList } from './virtual-list.ts'

/** Older rows are loaded when the reader is this close to the first one. */
const LOAD_OLDER_PX = 600

/** The timeline of a task: opens at the end, follows only there, loads older rows on the way up. */
export function Feed({ task, words }: { task: OpenTask; words: string | null }): VNode {
  const scroller = useRef<HTMLElement | null>(null)
  const all = task.rows.value
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const [cursor, setCursor] = useState<string | null>(null)
  /** The row to scroll to once it is drawn. */
  const [wanted, setWanted] = useState<string | null>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const seen = useRef(0)
  /** What `E` folded, for it to be opened again. */
  const folded = useRef<string[]>([])
  const isOpen = (row: Row) => toggled.has(row.key) !== opensByItself(row)
  // Scrolling draws anew and changes neither.
  const rows = useMemo(() => arrangeRows(all, isOpen), [all, toggled])
  const { items, totalSize, measure, virtualizer } = useVirtualList(
    scroller,
    rows.length,
    (index) => rows[index]?.row.key ?? `${index}`,
  )

  const toggle = (key: string) => {
    const next = new Set(toggled)
    if (!next.delete(key)) next.add(key)
    setToggled(next)
  }
  // Heights are guesses until rows were drawn, so the end is sought again as they are measured.
  const opened = useRef(false)
  useLayoutEffect(() => {
    if (opened.current || rows.length === 0) return
    opened.current = true
    const seq = Number(window.location.hash.slice(1))
    if (seq > 0) jump.value = { seq, opens: false }
    else virtualizer.scrollToIndex(rows.length - 1, { align: 'end' })
  })
  useEffect(() => {
    const follow = () => {
      const seq = Number(window.location.hash.slice(1))
      if (seq > 0) jump.value = { seq, opens: false }
    }
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [task])

  const target = jump.value
  useEffect(() => {
    if (!target) return
    jump.value = null
    task.reach(target.seq).then(() => showEvent(target.seq, target.opens))
  }, [target])

  function showEvent(seq: number, opens: boolean): void {
    const found = revealEvent(task.rows.value, seq, isOpen, opens)
    if (!found) return
    if (found.toOpen.length > 0) setToggled((before) => toggleAll(before, found.toOpen))
    setCursor(found.row.key)
    setWanted(found.row.key)
  }

  useLayoutEffect(() => {
    if (wanted === null) return
    const index = rows.findIndex(({ row }) => row.key === wanted)
    setWanted(null)
    if (index !== -1) virtualizer.scrollToIndex(index, { align: 'center' })
  }, [wanted, rows])

  const onScroll = () => {
    const element = scroller.current
    if (!element) return
    if (element.scrollTop < LOAD_OLDER_PX) task.loadOlder()
    const atEnd = isNearEnd(element)
    if (atEnd) seen.current = rows.length
    setAtEnd(atEnd)
  }
  useEffect(() => {
    if (isAtEnd) seen.current = rows.length
  }, [rows.length, isAtEnd])

  useMarkedWords(() => scroller.current, words)
  const goToEnd = () => virtualizer.scrollToIndex(rows.length - 1, { align: 'end' })
  useKeys(
    feedKeys({
      rows,
      cursor,
      setCursor,
      toggle,
      toggleAll: () => {
        const looked = rows.map(({ row }) => row).filter(({ kind }) => kind === 'looked')
        const open = [...all, ...looked].filter(isOpen).map(({ key }) => key)
        if (open.length > 0) folded.current = open
        setToggled((before) => toggleAll(before, open.length > 0 ? open : folded.current))
      },
      reveal: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
      goToEnd,
      openSource: ({ event }) => {
        if (event.hasSource) window.open(sourceUrl(task.id, event.seq), '_blank', 'noopener')
      },
      task,
    }),
  )

  const pinned = pinnedTurn(rows, items[0]?.index ?? 0, items, scroller.current?.scrollTop ?? 0)
  const below = rows.length - seen.current
  return (
    <>
      <section
        class="feed"
        tabIndex={0}
        aria-label="Timeline"
        ref={(element) => {
          scroller.current = element
        }}
        onScroll={onScroll}
      >
        {pinned && (
          <div class="turn-pin">
            <TurnHead row={pinned} isPinned />
          </div>
        )}
        <ol class="rows-all" style={{ height: `${totalSize}px` }} aria-label="Events">
          {items.map((item) => {
            const shown = rows[item.index]
            if (!shown) return null
            const { row, brace } = shown
            const before = rows[item.index - 1]?.row
            const showsTime = !before || formatClock(before.event.ts) !== formatClock(row.event.ts)
            const depth = row.depth === 0 ? '' : ` d${Math.min(row.depth, 2)}`
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: j and k move the cursor by the keyboard, see feed-keys.ts
              <li
                key={row.key}
                ref={measure}
                data-index={item.index}
                data-seq={row.event.seq}
                data-kind={row.kind}
                class={`${row.kind === 'turn' ? 'turn-row' : 'ev'}${depth}${braceClass(brace)}${cursor === row.key ? ' cursor' : ''}`}
                style={{ transform: `translateY(${item.start}px)` }}
                aria-setsize={task.hasOlder.value ? -1 : rows.length}
                aria-posinset={item.index + 1}
                onClick={() => setCursor(row.key)}
              >
                {row.kind === 'turn' ? (
                  <TurnHead row={row} />
                ) : (
                  <TimelineRow
                    shown={shown}
                    taskId={task.id}
                    showsTime={showsTime}
                    isOpen={isOpen(row)}
                    onToggle={() => toggle(row.key)}
                  />
                )}
              </li>
            )
          })}
        </ol>
      </section>
      <Lightbox />
      {!isAtEnd && below > 0 && (
        <div class="foot-pill">
          <button type="button" class="pill-new" onClick={goToEnd}>
            <Icon name="down" />
            {below} new below
          </button>
        </div>
      )}
    </>
  )
}

/** The class of a row's part of a bracket. */
function braceClass(brace: ArrangedRow['brace']): string {
  return brace === null ? '' : brace === 'mid' ? ' par' : ` par ${brace}`
}

function toggleAll(before: ReadonlySet<string>, keys: readonly string[]): Set<string> {
  const next = new Set(before)
  for (const key of keys) if (!next.delete(key)) next.add(key)
  return next
}

/** The turn whose rows are at the top, once its own head has left the view. */
function pinnedTurn(
  rows: readonly ArrangedRow[],
  firstIndex: number,
  items: readonly { index: number; start: number }[],
  scrollTop: number,
): (Row & { kind: 'turn' }) | null {
  const topIndex = items.findLast((item) => item.start <= scrollTop)?.index ?? firstIndex
  for (let index = topIndex; index >= 0; index--) {
    const row = rows[index]?.row
    if (row?.kind !== 'turn') continue
    const item = items.find((one) => one.index === index)
    return item && item.start >= scrollTop ? null : row
  }
  return null
}
