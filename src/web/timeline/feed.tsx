import type { VNode } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { formatClock } from '../base/format.ts'
import { Icon } from '../base/icon.tsx'
import type { Row } from '../model/row.ts'
import type { OpenTask } from '../state/open-task.ts'
import { opensByItself } from './call-view.ts'
import { useFeedKeys } from './feed-keys.ts'
import { TimelineRow } from './row.tsx'
import { TurnHead } from './turn-head.tsx'
import { isNearEnd, useVirtualList } from './virtual-list.ts'

/** Older rows are loaded when the reader is this close to the first one. */
const LOAD_OLDER_PX = 600

/** The timeline of a task: opens at the end, follows only there, loads older rows on the way up. */
export function Feed({ task }: { task: OpenTask }): VNode {
  const scroller = useRef<HTMLElement | null>(null)
  const rows = task.rows.value
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const [cursor, setCursor] = useState<string | null>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const seen = useRef(0)
  const { items, totalSize, measure, virtualizer } = useVirtualList(
    scroller,
    rows.length,
    (index) => rows[index]?.key ?? `${index}`,
  )

  const toggle = (key: string) => {
    const next = new Set(toggled)
    if (!next.delete(key)) next.add(key)
    setToggled(next)
  }
  const isOpen = (row: Row) => toggled.has(row.key) !== (row.kind === 'call' && opensByItself(row))

  // Heights are guesses until rows were drawn, so the end is sought again as they are measured.
  const opened = useRef(false)
  useLayoutEffect(() => {
    if (opened.current || rows.length === 0) return
    opened.current = true
    const seq = Number(window.location.hash.slice(1))
    if (seq > 0) task.reach(seq).then(() => showEvent(seq))
    else virtualizer.scrollToIndex(rows.length - 1, { align: 'end' })
  })
  useEffect(() => {
    const follow = () => {
      const seq = Number(window.location.hash.slice(1))
      if (seq > 0) task.reach(seq).then(() => showEvent(seq))
    }
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [task])

  function showEvent(seq: number): void {
    const all = task.rows.value
    const index = all.findLastIndex((row) => row.event.seq <= seq && row.kind !== 'turn')
    if (index === -1) return
    setCursor(all[index]?.key ?? null)
    virtualizer.scrollToIndex(index, { align: 'center' })
  }

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

  useFeedKeys({
    rows,
    cursor,
    setCursor,
    toggle,
    task,
    reveal: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  })

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
            const row = rows[item.index]
            if (!row) return null
            const before = rows[item.index - 1]
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
                class={`${row.kind === 'turn' ? 'turn-row' : 'ev'}${depth}${cursor === row.key ? ' cursor' : ''}`}
                style={{ transform: `translateY(${item.start}px)` }}
                aria-setsize={task.hasOlder.value ? -1 : rows.length}
                aria-posinset={item.index + 1}
                onClick={() => setCursor(row.key)}
              >
                {row.kind === 'turn' ? (
                  <TurnHead row={row} />
                ) : (
                  <TimelineRow
                    row={row}
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
      {!isAtEnd && below > 0 && (
        <div class="foot-pill">
          <button
            type="button"
            class="pill-new"
            onClick={() => virtualizer.scrollToIndex(rows.length - 1, { align: 'end' })}
          >
            <Icon name="down" />
            {below} new below
          </button>
        </div>
      )}
    </>
  )
}

/** The turn whose rows are at the top, once its own head has left the view. */
function pinnedTurn(
  rows: readonly Row[],
  firstIndex: number,
  items: readonly { index: number; start: number }[],
  scrollTop: number,
): (Row & { kind: 'turn' }) | null {
  const topIndex = items.findLast((item) => item.start <= scrollTop)?.index ?? firstIndex
  for (let index = topIndex; index >= 0; index--) {
    const row = rows[index]
    if (row?.kind !== 'turn') continue
    const item = items.find((one) => one.index === index)
    return item && item.start >= scrollTop ? null : row
  }
  return null
}
