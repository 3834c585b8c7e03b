import { useEffect } from 'preact/hooks'
import type { Row } from '../model/row.ts'
import type { OpenTask } from '../state/open-task.ts'

/** What the keys of the timeline act on. */
export type FeedKeys = {
  rows: readonly Row[]
  cursor: string | null
  setCursor: (key: string | null) => void
  toggle: (key: string) => void
  reveal: (index: number) => void
  task: OpenTask
}

/** j and k move the cursor, [ and ] by turns, ! to the next failure, e opens a row, r shows raw rows. */
export function useFeedKeys({ rows, cursor, setCursor, toggle, reveal, task }: FeedKeys): void {
  useEffect(() => {
    const at = rows.findIndex((row) => row.key === cursor)
    const go = (index: number) => {
      const row = rows[index]
      if (!row) return
      setCursor(row.key)
      reveal(index)
    }
    const find = (step: 1 | -1, wanted: (row: Row) => boolean) => {
      for (let index = at + step; index >= 0 && index < rows.length; index += step) {
        const row = rows[index]
        if (row && wanted(row)) {
          go(index)
          return
        }
      }
    }
    const actions: Readonly<Record<string, () => void>> = {
      j: () => go(at === -1 ? rows.length - 1 : Math.min(at + 1, rows.length - 1)),
      k: () => go(at === -1 ? rows.length - 1 : Math.max(at - 1, 0)),
      ']': () => find(1, (row) => row.kind === 'turn'),
      '[': () => find(-1, (row) => row.kind === 'turn'),
      '!': () => find(1, hasFailed),
      e: () => cursor !== null && toggle(cursor),
      r: () => {
        task.showRaw.value = !task.showRaw.value
      },
    }
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement &&
        event.target.matches('input, textarea, select, [contenteditable]')
      if (isTyping || event.metaKey || event.ctrlKey || event.altKey) return
      const action = actions[event.key]
      if (!action) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
}

function hasFailed(row: Row): boolean {
  if (row.kind === 'call') return row.result?.payload.isError === true
  return row.kind === 'ended' && row.event.payload.status === 'failed'
}
