import { text } from './read.ts'
import type { SessionState } from './session-state.ts'
import { laneOfTool, type Span, type SpanLane, type SpanMark } from './span.ts'

/** How the time of a session was spent so far. Time never runs backwards here: an event is not earlier than those before it. */
export type LaneBook = {
  /** Time of the first and of the latest event (ms), null before the first. */
  from: number | null
  to: number | null
  /** What is over since it was last taken away, in the order of its end. */
  closed: Span[]
  /** Lanes in which something goes on. */
  open: Partial<Record<SpanLane, OpenLane>>
  /** Calls without a result, by run and id. */
  calls: Map<string, OpenCallLane>
  /** How many of them are the main loop's. */
  mainCalls: number
  /** The model is asked again, or waits until it may be. */
  isRetrying: boolean
  contextTokens: number | null
  /** The last event that a client can jump to by a span. */
  placedSeq: number
}

/** A lane in which something goes on, `count` things at a time. */
export type OpenLane = { since: number; seq: number; count: number }

type OpenCallLane = { run: string; lane: SpanLane | null; isMain: boolean }

/** Of the events so far, at least every thousandth part can be jumped to. */
const PLACES = 1_000

/** What the model does not do while one of these goes on. */
const PHASES = ['model', 'human', 'retry'] as const

/** A book of which nothing is written yet. */
export function createLaneBook(): LaneBook {
  return {
    from: null,
    to: null,
    closed: [],
    open: {},
    calls: new Map(),
    mainCalls: 0,
    isRetrying: false,
    contextTokens: null,
    placedSeq: 0,
  }
}

/** Moves the clock to an event; a time before the latest one does not turn it back. */
export function moveClock(book: LaneBook, ts: number): void {
  book.to = Math.max(book.to ?? ts, ts)
  book.from ??= book.to
}

/** A call begins, or is told to be of another kind; `kind` is the latest of the session's open calls. */
export function openCall(
  book: LaneBook,
  key: string,
  call: SessionState['openCalls'][number],
  seq: number,
): void {
  const lane = laneOfTool(call.kind)
  const known = book.calls.get(key)
  if (known) {
    if (known.lane === null || known.lane === lane) return
    leave(book, known.lane)
    known.lane = lane
  } else {
    const isMain = call.parentCallId === null
    book.calls.set(key, { run: call.run ?? '', lane, isMain })
    if (isMain) book.mainCalls++
  }
  enter(book, lane, seq)
}

/** A call has its result; false when no such call was open. */
export function closeCall(book: LaneBook, key: string): boolean {
  const call = book.calls.get(key)
  if (!call) return false
  book.calls.delete(key)
  stopCall(book, call)
  return true
}

/** A turn of a run is over: no lane is busy any more with what it called. A result may still come. */
export function stopCalls(book: LaneBook, run: string): void {
  for (const call of book.calls.values()) if (call.run === run) stopCall(book, call)
}

/** A run is over: no result comes any more. */
export function forgetCalls(book: LaneBook, run: string): void {
  stopCalls(book, run)
  for (const [key, call] of book.calls) if (call.run === run) book.calls.delete(key)
}

/** Marks the moment of an event. */
export function addMark(book: LaneBook, kind: SpanMark, seq: number, amount: number = 0): void {
  book.closed.push({ kind, at: book.to ?? 0, amount, seq })
  book.placedSeq = seq
}

/** What the session does after an event, when no call is running. */
export function notePhase(book: LaneBook, session: SessionState, seq: number): void {
  const phase = phaseOf(book, session)
  for (const lane of PHASES) if (lane !== phase && book.open[lane]) leave(book, lane)
  if (phase && !book.open[phase]) enter(book, phase, seq)
  const { contextTokens } = session.usage
  if (contextTokens !== book.contextTokens) {
    book.contextTokens = contextTokens
    if (contextTokens !== null) addMark(book, 'context', seq, contextTokens)
  }
  if (seq - book.placedSeq >= Math.max(1, seq / PLACES)) addMark(book, 'place', seq)
}

/** The key of a call in the book. */
export function keyOfCall(payload: Record<string, unknown>, run: string): string | null {
  const callId = text(payload.callId)
  return callId === null ? null : `${run} ${callId}`
}

function phaseOf(book: LaneBook, session: SessionState): (typeof PHASES)[number] | null {
  if (session.needs.length > 0) return 'human'
  if (!session.memory.isTurnOpen) return session.turns > 0 && session.background.length === 0 ? 'human' : null
  if (book.isRetrying) return 'retry'
  return book.mainCalls > 0 ? null : 'model'
}

function stopCall(book: LaneBook, call: OpenCallLane): void {
  if (call.lane === null) return
  leave(book, call.lane)
  if (call.isMain) book.mainCalls--
  call.lane = null
}

function enter(book: LaneBook, lane: SpanLane, seq: number): void {
  const open = book.open[lane]
  if (open) {
    open.count++
    return
  }
  book.open[lane] = { since: book.to ?? 0, seq, count: 1 }
  book.placedSeq = seq
}

function leave(book: LaneBook, lane: SpanLane): void {
  const open = book.open[lane]
  if (!open) return
  if (--open.count > 0) return
  delete book.open[lane]
  const amount = (book.to ?? open.since) - open.since
  // What took no time is still a place to jump to.
  book.closed.push({ kind: lane, at: open.since, amount, seq: open.seq })
}
