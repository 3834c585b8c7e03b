import type { VNode } from 'preact'
import { useCallback, useRef, useState } from 'preact/hooks'
import { Icon } from '../base/icon.tsx'
import type { Row } from '../model/row.ts'
import type { OpenTask } from '../state/open-task.ts'
import { opensByItself } from './call-view.ts'
import { useFeedAim } from './feed-aim.ts'
import { useFeedKeys } from './feed-keys.ts'
import { useFeedPlace } from './feed-place.ts'
import { Kept } from './kept.tsx'
import { TimelineRow } from './row.tsx'
import { TurnHead } from './turn-head.tsx'
import { useVirtualList } from './virtual-list.ts'

/** The timeline of a task: opens at the end, follows only there, loads rows on the way up and down. */
export function Feed({ task }: { task: OpenTask }): VNode {
  const scroller = useRef<HTMLElement | null>(null)
  const rows = task.rows.value
  const hasNewer = task.hasNewer.value
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const [cursor, setCursor] = useState<string | null>(null)
  const keyOf = useCallback((index: number) => rows[index]?.key ?? `${index}`, [rows])
  const aim = useFeedAim(task, rows)
  const { items, totalSize, measure, virtualizer } = useVirtualList(scroller, {
    count: rows.length,
    keyOf,
    followsEnd: !hasNewer,
    aimAt: aim.index,
  })
  const { isAtEnd, onScroll } = useFeedPlace({
    task,
    rows,
    items,
    scroller,
    virtualizer,
    aim,
    setCursor,
  })

  const toggle = (key: string) => {
    setToggled((before) => {
      const next = new Set(before)
      if (!next.delete(key)) next.add(key)
      return next
    })
  }
  const isOpen = (row: Row) => toggled.has(row.key) !== (row.kind === 'call' && opensByItself(row))
  const onKey = (event: KeyboardEvent) => {
    if (event.target !== scroller.current || (event.key !== 'Home' && event.key !== 'End')) return
    event.preventDefault()
    aim.goTo(event.key === 'End' ? 'end' : 1)
  }

  useFeedKeys({
    rows,
    cursor,
    setCursor,
    toggle,
    task,
    reveal: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  })

  const pinned = pinnedTurn(rows, items[0]?.index ?? 0, items, scroller.current?.scrollTop ?? 0)
  const newBelow = task.newBelow.value
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
        onKeyDown={onKey}
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
            const showsTime = !before || secondOf(before) !== secondOf(row)
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
                aria-setsize={task.hasOlder.value || hasNewer ? -1 : rows.length}
                aria-posinset={item.index + 1}
                onClick={() => setCursor(row.key)}
              >
                <Kept of={row} and={[showsTime, isOpen(row)]}>
                  {() =>
                    row.kind === 'turn' ? (
                      <TurnHead row={row} />
                    ) : (
                      <TimelineRow
                        row={row}
                        taskId={task.id}
                        showsTime={showsTime}
                        isOpen={isOpen(row)}
                        onToggle={() => toggle(row.key)}
                      />
                    )
                  }
                </Kept>
              </li>
            )
          })}
        </ol>
      </section>
      {!isAtEnd && (newBelow > 0 || hasNewer) && (
        <div class="foot-pill">
          <button type="button" class="pill-new" onClick={() => aim.goTo('end')}>
            <Icon name="down" />
            {newBelow > 0 ? `${newBelow} new below` : 'To the end'}
          </button>
        </div>
      )}
    </>
  )
}

/** The clock shows seconds, in every time zone the same ones. */
function secondOf({ event }: Row): number {
  return Math.floor(event.ts / 1_000)
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
