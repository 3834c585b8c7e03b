import type { VNode } from 'preact'

import { useCallback, useMemo, useRef, useState } from 'preact/hooks'
import { sourceUrl } from '../api/client.ts'
import type { TurnHead as TurnFigures } from '../api/types.ts'
import { Icon } from '../base/icon.tsx'
import { useMarkedWords } from '../find/highlight-words.ts'
import { useKeys } from '../keys/use-keys.ts'
import { arrangeRows } from '../model/arrange.ts'
import { revealEvent } from '../model/reveal.ts'
import type { ArrangedRow, Row } from '../model/row.ts'
import type { OpenTask } from '../state/open-task.ts'
import { opensByItself } from './call-view.ts'
import { useFeedAim } from './feed-aim.ts'
import { feedKeys } from './feed-keys.ts'
import { useFeedPlace } from './feed-place.ts'
import { Kept } from './kept.tsx'
import { Lightbox } from './pictures.tsx'
import { TimelineRow } from './row.tsx'
import { TurnHead } from './turn-head.tsx'
import { useVirtualList } from './virtual-list.ts'

/** The timeline of a task: opens at the end, follows only there, loads rows on the way up and down. */
export function Feed({
  task,
  words,
  turns,
}: {
  task: OpenTask
  /** Words to mark; null for none. */
  words: string | null
  /** Heads of turns, by the event that begins them. */
  turns: ReadonlyMap<number, TurnFigures>
}): VNode {
  const scroller = useRef<HTMLElement | null>(null)
  const all = task.rows.value
  const hasNewer = task.hasNewer.value
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const [cursor, setCursor] = useState<string | null>(null)
  /** What `E` folded, for it to be opened again. */
  const folded = useRef<string[]>([])
  const isOpen = (row: Row) => toggled.has(row.key) !== opensByItself(row)
  // Scrolling draws anew and changes neither.
  const rows = useMemo(() => arrangeRows(all, isOpen), [all, toggled])
  const keyOf = useCallback((index: number) => rows[index]?.row.key ?? `${index}`, [rows])
  const aim = useFeedAim(task, rows, (seq, opens) => {
    const found = revealEvent(task.rows.peek(), seq, isOpen, opens)
    if (!found) return null
    if (found.toOpen.length > 0) setToggled((before) => toggleAll(before, found.toOpen))
    return found.row.key
  })
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
    setToggled((before) => toggleAll(before, [key]))
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.target !== scroller.current || (event.key !== 'Home' && event.key !== 'End')) return
    event.preventDefault()
    aim.goTo(event.key === 'End' ? 'end' : { seq: 1, opens: false })
  }

  useMarkedWords(() => scroller.current, words)
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
      goToEnd: () => aim.goTo('end'),
      openSource: ({ event }) => {
        if (event.hasSource) window.open(sourceUrl(task.id, event.seq), '_blank', 'noopener')
      },
      task,
    }),
  )

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
            <TurnHead row={pinned} figures={turns.get(pinned.event.seq)} isPinned />
          </div>
        )}
        <ol class="rows-all" style={{ height: `${totalSize}px` }} aria-label="Events">
          {items.map((item) => {
            const shown = rows[item.index]
            if (!shown) return null
            const { row, brace } = shown
            const before = rows[item.index - 1]?.row
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
                class={`${row.kind === 'turn' ? 'turn-row' : 'ev'}${depth}${braceClass(brace)}${cursor === row.key ? ' cursor' : ''}`}
                style={{ transform: `translateY(${item.start}px)` }}
                aria-setsize={task.hasOlder.value || hasNewer ? -1 : rows.length}
                aria-posinset={item.index + 1}
                onClick={() => setCursor(row.key)}
              >
                <Kept
                  of={row}
                  and={[
                    showsTime,
                    isOpen(row),
                    brace,
                    turns.get(row.event.seq),
                    ...Object.values(shown.lane ?? {}),
                  ]}
                >
                  {() =>
                    row.kind === 'turn' ? (
                      <TurnHead row={row} figures={turns.get(row.event.seq)} />
                    ) : (
                      <TimelineRow
                        shown={shown}
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
      <Lightbox />
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

/** The class of a row's part of a bracket. */
function braceClass(brace: ArrangedRow['brace']): string {
  return brace === null ? '' : brace === 'mid' ? ' par' : ` par ${brace}`
}

function toggleAll(before: ReadonlySet<string>, keys: readonly string[]): Set<string> {
  const next = new Set(before)
  for (const key of keys) if (!next.delete(key)) next.add(key)
  return next
}

/** The clock shows seconds, in every time zone the same ones. */
function secondOf({ event }: Row): number {
  return Math.floor(event.ts / 1_000)
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
