import { copyText } from '../base/copy-button.tsx'
import type { KeyActions } from '../keys/use-keys.ts'
import { hasFailed } from '../model/arrange.ts'
import type { ArrangedRow, Row } from '../model/row.ts'
import { textOf } from '../model/row-text.ts'
import type { OpenTask } from '../state/open-task.ts'
import { splitDiffs } from '../state/preferences.ts'

/** What the keys of the timeline act on. */
export type FeedKeys = {
  rows: readonly ArrangedRow[]
  cursor: string | null
  setCursor: (key: string | null) => void
  toggle: (key: string) => void
  toggleAll: () => void
  reveal: (index: number) => void
  goToEnd: () => void
  openSource: (row: Row) => void
  task: OpenTask
}

/** What the keys of the timeline do; `key-map.ts` says it to the reader. */
export function feedKeys(feed: FeedKeys): KeyActions {
  const { rows, cursor, task } = feed
  const at = rows.findIndex(({ row }) => row.key === cursor)
  const row = rows[at]?.row
  const go = (index: number): void => {
    const next = rows[index]?.row
    if (!next) return
    feed.setCursor(next.key)
    feed.reveal(index)
  }
  const find = (step: 1 | -1, isWanted: (row: Row) => boolean): void => {
    const from = at === -1 && step === -1 ? rows.length : at
    for (let index = from + step; index >= 0 && index < rows.length; index += step) {
      const next = rows[index]?.row
      if (next && isWanted(next)) {
        go(index)
        return
      }
    }
  }
  const toggle = (): void => {
    if (cursor !== null) feed.toggle(cursor)
  }
  return {
    j: () => go(at === -1 ? rows.length - 1 : Math.min(at + 1, rows.length - 1)),
    k: () => go(at === -1 ? rows.length - 1 : Math.max(at - 1, 0)),
    ']': () => find(1, ({ kind }) => kind === 'turn'),
    '[': () => find(-1, ({ kind }) => kind === 'turn'),
    '!': () => find(1, isFailure),
    G: feed.goToEnd,
    e: toggle,
    E: feed.toggleAll,
    r: () => {
      task.showRaw.value = !task.showRaw.value
    },
    d: () => {
      splitDiffs.value = !splitDiffs.value
    },
    c: () => {
      if (row) copyText(textOf(row))
    },
    s: () => {
      if (row) feed.openSource(row)
    },
  }
}

function isFailure(row: Row): boolean {
  if (row.kind === 'call') return hasFailed(row)
  return row.kind === 'ended' && row.event.payload.status === 'failed'
}
