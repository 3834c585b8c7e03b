import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { fetchMatches } from '../api/client.ts'
import type { FoundMatch } from '../api/types.ts'

/** A text that is looked for in the whole of a session, and the match that the reader is at. */
export type FindState = {
  /** Null while nothing is looked for. */
  query: ReadonlySignal<string | null>
  match: ReadonlySignal<FoundMatch | null>
  /** Place of the match among all, from 1. */
  position: ReadonlySignal<number | null>
  total: ReadonlySignal<number>
  /** The whole session was looked through. */
  isComplete: ReadonlySignal<boolean>
  open(): void
  close(): void
  /** Looks for other words, and goes to the first match unless told not to. */
  look(words: string, goes?: boolean): void
  /** Goes to the next match or the one before; around the ends. */
  step(direction: 1 | -1): Promise<void>
}

/** A pause in typing after which words are looked for (ms), and one after which a session that is still being read is asked again. */
const PAUSE_MS = 120
const AGAIN_MS = 250

/** The find bar of a task; `onMatch` is told of every match that the reader goes to. */
export function createFind(taskId: string, onMatch: (match: FoundMatch) => void): FindState {
  const query: Signal<string | null> = signal(null)
  const match: Signal<FoundMatch | null> = signal(null)
  const position: Signal<number | null> = signal(null)
  const total = signal(0)
  const isComplete = signal(true)
  let timer = 0
  /** Answers to older words are let go. */
  let turn = 0

  async function ask(place: { after?: number; before?: number }, goes: boolean): Promise<boolean> {
    const words = query.value?.trim() ?? ''
    if (words === '') return false
    const mine = ++turn
    const page = await fetchMatches(taskId, { q: words, limit: 1, ...place }).catch(() => null)
    if (!page || mine !== turn) return false
    const [found] = page.matches
    batch(() => {
      total.value = page.total
      isComplete.value = page.isComplete
      if (!goes || !found) return
      match.value = found
      position.value = page.firstPosition
    })
    if (goes && found) onMatch(found)
    if (!page.isComplete) timer = window.setTimeout(() => ask({}, goes && !found), AGAIN_MS)
    return found !== undefined
  }

  function forget(): void {
    window.clearTimeout(timer)
    turn++
    batch(() => {
      match.value = null
      position.value = null
      total.value = 0
      isComplete.value = true
    })
  }

  return {
    query,
    match,
    position,
    total,
    isComplete,
    open() {
      query.value ??= ''
    },
    close() {
      forget()
      query.value = null
    },
    look(words, goes = true) {
      forget()
      query.value = words
      timer = window.setTimeout(() => ask({}, goes), PAUSE_MS)
    },
    async step(direction) {
      const at = match.value?.seq
      if (at === undefined) {
        await ask({}, true)
        return
      }
      const isThere = await ask(direction === 1 ? { after: at } : { before: at }, true)
      if (!isThere && query.value !== null) {
        await ask(direction === 1 ? {} : { before: Number.MAX_SAFE_INTEGER }, true)
      }
    },
  }
}
