import type { ApiEvent, EventPage } from '../api/types.ts'

/** A stretch of a task's events without gaps. */
export type EventWindow = {
  events: readonly ApiEvent[]
  /** Calls outside the stretch that its events speak of, or whose result is still to come. */
  related: readonly ApiEvent[]
  hasOlder: boolean
  /** What follows the stretch is not loaded. */
  hasNewer: boolean
  /** Another object after any change but events added behind, and calls that they speak of. */
  base: object
}

/** First and last seq of what the reader sees. */
export type SeenEvents = { first: number; last: number }

/** A window with more events than this is made smaller, */
const MOST_EVENTS = 4_000
/** down to this many, so that it is not done at every event that arrives. */
const KEPT_EVENTS = 3_000
/** As many events beside what is seen stay in any case. */
const MARGIN_EVENTS = 300

/** A window with nothing in it. */
export const EMPTY_WINDOW: EventWindow = {
  events: [],
  related: [],
  hasOlder: false,
  hasNewer: false,
  base: {},
}

/** The window that a page read backwards fills; `end` is the last seq of the task as far as it is known. */
export function windowOf(page: EventPage, end: number): EventWindow {
  const { events, related, hasMore, lastSeq } = page
  return { events, related, hasOlder: hasMore, hasNewer: (lastSeq ?? 0) < end, base: {} }
}

/** The window with the page that lies directly before it. */
export function withOlder(window: EventWindow, page: EventPage): EventWindow {
  const events = [...page.events, ...window.events]
  const related = outside(events, [...page.related, ...window.related])
  return { ...window, events, related, hasOlder: page.hasMore, base: {} }
}

/** The window with events that lie directly behind it, and calls that they speak of. */
export function withNewer(
  window: EventWindow,
  added: readonly ApiEvent[],
  related: readonly ApiEvent[],
  hasNewer: boolean,
): EventWindow {
  const events = [...window.events, ...added]
  const isKnown = new Set(window.related.map((call) => call.seq))
  const news = outside(
    events,
    related.filter((call) => !isKnown.has(call.seq)),
  )
  return {
    ...window,
    events,
    related: news.length === 0 ? window.related : [...window.related, ...news],
    hasNewer,
  }
}

/** Whether events that follow the window speak of calls that it does not know: these lie before what was loaded. */
export function speakOfUnknown({ events, related }: EventWindow, added: readonly ApiEvent[]): boolean {
  const wanted = new Set(added.flatMap(({ run, payload }) => callsIn(run, payload)))
  for (const list of [added, related, events]) {
    if (wanted.size === 0) return false
    for (const event of list) if (event.type === 'tool.call') wanted.delete(callKey(event))
  }
  return wanted.size > 0
}

/** The window with calls that lie before it. */
export function withCalls(window: EventWindow, calls: readonly ApiEvent[]): EventWindow {
  const isKnown = new Set(window.related.map((call) => call.seq))
  const news = outside(
    window.events,
    calls.filter((call) => !isKnown.has(call.seq)),
  )
  return news.length === 0 ? window : { ...window, related: [...window.related, ...news], base: {} }
}

/** A window that has grown too large, without the events at one end that are far from what is seen. */
export function trimWindow(window: EventWindow, from: 'start' | 'end', seen: SeenEvents): EventWindow {
  const { events } = window
  const first = events[0]
  if (!first || events.length <= MOST_EVENTS) return window
  const surplus = events.length - KEPT_EVENTS
  // Seqs are dense, so an event's place follows from its seq.
  if (from === 'start') {
    const count = textStart(events, Math.min(surplus, seen.first - MARGIN_EVENTS - first.seq))
    return count <= 0 ? window : withoutFirst(window, count)
  }
  const length = Math.max(KEPT_EVENTS, seen.last + MARGIN_EVENTS - first.seq)
  if (length >= events.length) return window
  const kept = events.slice(0, length)
  return { ...window, events: kept, related: outside(kept, window.related), hasNewer: true, base: {} }
}

/** The end of the window that is farther from what is seen. */
export function farEnd({ events }: EventWindow, seen: SeenEvents): 'start' | 'end' {
  const before = seen.first - (events[0]?.seq ?? 0)
  const behind = (events.at(-1)?.seq ?? 0) - seen.last
  return before >= behind ? 'start' : 'end'
}

function withoutFirst(window: EventWindow, count: number): EventWindow {
  const events = window.events.slice(count)
  const spokenOf = new Set(events.flatMap(({ run, payload }) => callsIn(run, payload)))
  const answered = new Set<string>()
  const calls = new Map(window.related.map((call) => [callKey(call), call]))
  for (const event of window.events.slice(0, count)) {
    if (event.type === 'tool.call') calls.set(callKey(event), event)
    if (event.type === 'tool.result') answered.add(callKey(event))
  }
  const related = [...calls].flatMap(([key, call]) => (spokenOf.has(key) || !answered.has(key) ? [call] : []))
  return { ...window, events, related, hasOlder: true, base: {} }
}

/** The last place up to `index` where no text goes on that came in fragments. */
function textStart(events: readonly ApiEvent[], index: number): number {
  let start = index
  while (start > 0 && events[start]?.payload.delta === true) start--
  return start
}

function outside(events: readonly ApiEvent[], related: readonly ApiEvent[]): ApiEvent[] {
  const first = events[0]?.seq ?? 0
  const last = events.at(-1)?.seq ?? 0
  return related.filter(({ seq }) => seq < first || seq > last)
}

function callKey({ run, payload }: ApiEvent): string {
  return `${run} ${payload.callId}`
}

function callsIn(run: string, { callId, parentCallId }: ApiEvent['payload']): string[] {
  return [callId, parentCallId].flatMap((id) => (typeof id === 'string' ? [`${run} ${id}`] : []))
}
