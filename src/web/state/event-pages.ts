import { type ReadonlySignal, signal } from '@preact/signals'
import { ApiError, fetchEvents } from '../api/client.ts'
import type { ApiEvent } from '../api/types.ts'
import {
  EMPTY_WINDOW,
  type EventWindow,
  farEnd,
  type SeenEvents,
  speakOfUnknown,
  trimWindow,
  windowOf,
  withCalls,
  withNewer,
  withOlder,
} from '../model/event-window.ts'

/** The loaded stretch of a task's events: pages come at both ends, and what is far from the reader goes. */
export type EventPages = {
  window: ReadonlySignal<EventWindow>
  /** Last event of the task as far as it is known, loaded or not. */
  end(): { generation: number; seq: number }
  /** Loads the page around an event, the end of the task for null. Rejects where the server says no. */
  open(at: number | null): Promise<void>
  loadOlder(): Promise<void>
  loadNewer(): Promise<void>
  /** Takes an event of the stream; it is shown only where the window reaches to the end. */
  take(event: ApiEvent): void
  /** Hears what the reader sees: it is never dropped. */
  look(seen: SeenEvents): void
  close(): void
}

const FIRST_PAGE = 300
const NEXT_PAGE = 500
/** A page around an event holds so many behind it. */
const PAGE_BEHIND = 150
/** What comes within one frame is shown together (ms), */
const FRAME_MS = 16
/** and where it comes without a pause, what comes within this time: each time costs a layout of the page. */
const PACE_MS = 100

/** The pages of a task, none loaded yet. `onGone` hears that the events were written anew. */
export function createEventPages(id: string, onGone: () => void): EventPages {
  const held = signal<EventWindow>(EMPTY_WINDOW)
  let generation = 0
  let end = 0
  let seen: SeenEvents = { first: 0, last: 0 }
  /** The page that is on its way; another one waits for it. */
  let loading: Promise<void> | null = null
  /** Changes when the window moves to another place: pages asked for before belong nowhere. */
  let place = 0
  let isMoving = false
  let arrived: ApiEvent[] = []
  let frame = 0
  let shownAt = 0

  const lastSeq = (): number => held.value.events.at(-1)?.seq ?? 0

  async function open(at: number | null): Promise<void> {
    const ticket = ++place
    isMoving = true
    try {
      const here = at === null ? { tail: 1 as const } : { before: at + PAGE_BEHIND }
      const [page, tail] = await Promise.all([
        fetchEvents(id, { ...here, limit: FIRST_PAGE }),
        // Where the task ends is told by its last page alone.
        at !== null && end === 0 ? fetchEvents(id, { tail: 1, limit: 1 }) : null,
      ])
      if (ticket !== place) return
      if (page.generation !== generation) {
        generation = page.generation
        end = 0
        arrived = []
      }
      end = Math.max(end, page.lastSeq ?? 0, tail?.lastSeq ?? 0)
      seen = { first: page.firstSeq ?? 0, last: page.lastSeq ?? 0 }
      held.value = windowOf(page, end)
    } finally {
      if (ticket === place) isMoving = false
      settle()
    }
  }

  function take(event: ApiEvent): void {
    if (event.seq <= end) return
    end = event.seq
    if (held.value.hasNewer && !isMoving && !loading) return
    arrived.push(event)
    frame ||= window.setTimeout(settle, Math.max(FRAME_MS, shownAt + PACE_MS - performance.now()))
  }

  /** Adds what has arrived where it follows the window; else says that there is more behind it. */
  function settle(): void {
    window.clearTimeout(frame)
    frame = 0
    // A page on its way may be what they follow.
    if (isMoving || (loading && held.value.hasNewer)) return
    const last = lastSeq()
    const added = arrived.filter(({ seq }) => seq > last)
    arrived = []
    if (added[0]?.seq === last + 1) {
      shownAt = performance.now()
      if (speakOfUnknown(held.value, added)) learnCalls(added)
      const grown = withNewer(held.value, added, [], false)
      held.value = trimWindow(grown, farEnd(grown, seen), seen)
    } else if (held.value.hasNewer !== last < end) held.value = { ...held.value, hasNewer: last < end }
  }

  /** The stream tells events alone; a page of the same ones has the calls that they speak of. */
  async function learnCalls(events: readonly ApiEvent[]): Promise<void> {
    const ticket = place
    const since = (events[0]?.seq ?? 1) - 1
    const page = await fetchEvents(id, { since, limit: events.length, generation }).catch(() => null)
    if (page && ticket === place) held.value = withCalls(held.value, page.related)
  }

  function load(work: (isHere: () => boolean) => Promise<void>): Promise<void> {
    const ticket = place
    loading ??= work(() => ticket === place)
      .catch((problem: unknown) => {
        // Any other page that could not be had is asked for again on the next move.
        if (problem instanceof ApiError && problem.status === 409) onGone()
      })
      .finally(() => {
        loading = null
        settle()
      })
    return loading
  }

  function loadOlder(): Promise<void> {
    const before = held.value.events[0]?.seq
    if (!held.value.hasOlder || before === undefined) return Promise.resolve()
    return load(async (isHere) => {
      const page = await fetchEvents(id, { before, limit: NEXT_PAGE, generation })
      if (!isHere() || held.value.events[0]?.seq !== before) return
      held.value = trimWindow(withOlder(held.value, page), 'end', seen)
    })
  }

  function loadNewer(): Promise<void> {
    if (!held.value.hasNewer) return Promise.resolve()
    const since = lastSeq()
    return load(async (isHere) => {
      const page = await fetchEvents(id, { since, limit: NEXT_PAGE, generation })
      if (!isHere() || lastSeq() !== since) return
      end = Math.max(end, page.lastSeq ?? 0)
      const grown = withNewer(held.value, page.events, page.related, page.hasMore)
      held.value = trimWindow(grown, 'start', seen)
    })
  }

  return {
    window: held,
    end: () => ({ generation, seq: end }),
    open,
    loadOlder,
    loadNewer,
    take,
    look: (now) => {
      seen = now
    },
    close: () => window.clearTimeout(frame),
  }
}
