import type { NormalizedEvent } from './events.ts'
import {
  addMark,
  closeCall,
  createLaneBook,
  forgetCalls,
  keyOfCall,
  type LaneBook,
  moveClock,
  notePhase,
  openCall,
  stopCalls,
} from './outline-lanes.ts'
import {
  beginTurn,
  bookUsage,
  createTurnBook,
  finishTurn,
  noteInTurn,
  type TurnBook,
  type TurnHead,
} from './outline-turns.ts'
import { bookSlot, createUsageBook, type UsageBook, type UsageSlot } from './outline-usage.ts'
import { obj } from './read.ts'
import { applyEvent, applyExit, FOLD_VERSION } from './session.ts'
import type { SessionState } from './session-state.ts'
import type { Span } from './span.ts'

/** Version of the rules of this file and its parts. */
const OWN_VERSION = 1

/** Version of the rules by which an outline is made, the fold's among them: a stored one of another is made again. */
export const OUTLINE_VERSION: number = FOLD_VERSION * 1_000 + OWN_VERSION

/**
 * What a reader needs to find a way through a session without all of its events: the heads of its turns, where its time
 * went, and what each quarter of an hour consumed. Kept event by event, in constant time.
 */
export type Outline = {
  /** The fold of the same events: turns, calls and usage are counted by its rules. */
  session: SessionState
  turns: TurnBook
  lanes: LaneBook
  usage: UsageBook
  /** Run of the latest event, null before the first. */
  run: string | null
  /** Seq of the latest event. */
  seq: number
}

/** What is new in an outline. */
export type OutlineChanges = { turns: TurnHead[]; spans: Span[]; slots: UsageSlot[] }

/** An event with its place, as an outline takes it. */
export type PlacedEvent = NormalizedEvent & { ts: number; run: string }

/** What is known of an end that nobody saw. */
const UNSEEN_END = { exitCode: null, signal: null, stoppedBy: null } as const

/** The outline of a task that has printed nothing yet; `session` is its empty state, with the traits of its protocol. */
export function createOutline(session: SessionState): Outline {
  return {
    session,
    turns: createTurnBook(),
    lanes: createLaneBook(),
    usage: createUsageBook(),
    run: null,
    seq: 0,
  }
}

/** Takes the next event of the task; changes the outline. Never throws, whatever the payload holds. */
export function applyToOutline(outline: Outline, event: PlacedEvent): void {
  const { session, turns, lanes } = outline
  const payload = obj(event.payload) ?? {}
  const seq = ++outline.seq
  if (outline.run !== null && outline.run !== event.run) leaveRun(outline, outline.run)
  outline.run = event.run
  const lastTime = lanes.to ?? event.ts
  moveClock(lanes, event.ts)
  const now = lanes.to ?? event.ts
  const before = { turns: session.turns, usage: session.usage, call: session.openCalls.at(-1) }
  applyEvent(session, event, { run: event.run })
  if (session.turns !== before.turns) {
    beginTurn(turns, session.turns, seq, now, lastTime)
    addMark(lanes, 'turn', seq)
  }
  if (session.usage !== before.usage) {
    bookUsage(turns, before.usage, session.usage)
    if (event.type === 'usage')
      bookSlot(outline.usage, payload, { before: before.usage, after: session.usage, now })
  }
  noteInTurn(turns, { type: event.type, payload }, seq)
  noteCalls(outline, event.type, payload, before.call)
  noteNotice(outline, event.type, payload)
  if (event.type === 'session.ended') {
    finishTurn(turns, session, now)
    stopCalls(lanes, event.run)
    if (turns.current.status === 'failed') addMark(lanes, 'failure', seq)
  }
  notePhase(lanes, session, seq)
}

/** What is new since this was asked last. */
export function takeOutlineChanges({ turns, lanes, usage }: Outline): OutlineChanges {
  const changes = {
    // What came before the first turn is told only when it says something.
    turns: [...turns.changed.values()].filter(
      ({ number, modelCalls, costUsd, inputTokens, outputTokens }) => {
        return (
          number > 0 || modelCalls > 0 || costUsd !== null || inputTokens !== null || outputTokens !== null
        )
      },
    ),
    spans: lanes.closed,
    slots: [...usage.added.values()],
  }
  turns.changed = new Map()
  lanes.closed = []
  usage.added = new Map()
  return changes
}

/** Another process speaks: what the one before it had open is over. */
function leaveRun({ session, lanes }: Outline, run: string): void {
  applyExit(session, UNSEEN_END, { run })
  forgetCalls(lanes, run)
}

function noteCalls(
  { session, turns, lanes, seq, run }: Outline,
  type: string,
  payload: Record<string, unknown>,
  callBefore: SessionState['openCalls'][number] | undefined,
): void {
  const key = keyOfCall(payload, run ?? '')
  if (key === null) return
  if (type === 'tool.call') {
    const call = session.openCalls.at(-1)
    const isNew = call !== undefined && call !== callBefore
    if (isNew) turns.current.calls++
    const told = isNew
      ? call
      : session.openCalls.findLast((open) => open.callId === payload.callId && open.run === run)
    if (told && (isNew || lanes.calls.has(key))) openCall(lanes, key, told, seq)
  }
  if (type !== 'tool.result' || !closeCall(lanes, key) || payload.isError !== true) return
  turns.current.failures++
  addMark(lanes, 'failure', seq)
}

function noteNotice({ lanes, seq }: Outline, type: string, payload: Record<string, unknown>): void {
  if (type !== 'raw') {
    if (type !== 'session.title' && type !== 'session.background') lanes.isRetrying = false
    return
  }
  const kind = obj(payload.notice)?.kind
  if (kind === 'retry') lanes.isRetrying = true
  // Most of these warn of a limit that is still ahead: no time goes by with them.
  if (kind === 'rate_limit') addMark(lanes, 'limit', seq)
  if (kind === 'compaction') addMark(lanes, 'compaction', seq)
  if (kind === 'error') addMark(lanes, 'failure', seq)
}
