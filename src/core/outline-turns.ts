import { clipText } from './clip.ts'
import { addFigures, noCounters } from './counters.ts'
import type { NormalizedEvent, TokenCounters } from './events.ts'
import { joinFragments } from './fragments.ts'
import { str, text } from './read.ts'
import type { SessionState, UsageSummary } from './session-state.ts'

/** How a turn ended; `running` while it has not. */
export type TurnStatus = 'running' | 'succeeded' | 'failed' | 'interrupted' | 'no-result'

/** A turn with its totals, as far as the harness said. Over all turns they add up to those of the task. */
export type TurnHead = TokenCounters & {
  /** 1 for the first. */
  number: number
  firstSeq: number
  /** The last event before the next turn. */
  lastSeq: number
  /** What the human said first in it, clipped; null where nobody said anything. */
  words: string | null
  wordsTruncated: boolean
  /** Time of the first event (ms, UTC). */
  startedAt: number
  /** Time of the end (ms, UTC), null while it goes on. */
  endedAt: number | null
  /** The harness's own figure, null where it states none. */
  durationMs: number | null
  costUsd: number | null
  /** Model calls, each once. */
  modelCalls: number
  /** Tool calls, those of subagents included. */
  calls: number
  /** Tool calls that failed. */
  failures: number
  /** What the assistant said: fragments of one message count once. */
  messages: number
  status: TurnStatus
  /** Why it ended so, in a word or in the words of the last error. */
  reason: string | null
}

/** The turns so far: the latest, and those that changed since they were last taken away. */
export type TurnBook = {
  /** Number 0 holds what was said before the first turn. */
  current: TurnHead
  changed: Map<number, TurnHead>
  /** The message whose fragments are still coming. */
  fragments: NormalizedEvent | null
}

const WORDS_LENGTH = 500
/** Beyond this a message in fragments is no longer compared with the whole one that may repeat it. */
const MAX_FRAGMENTS_LENGTH = 262_144

/** A book of which nothing is written yet. */
export function createTurnBook(): TurnBook {
  return { current: newTurn(0, 0, 0), changed: new Map(), fragments: null }
}

/** Begins a turn. One that nobody ended is over. */
export function beginTurn(book: TurnBook, number: number, seq: number, now: number, before: number): void {
  if (book.current.status === 'running' && book.current.number > 0) {
    Object.assign(book.current, { status: 'no-result', endedAt: before })
  }
  book.current = newTurn(number, seq, now)
}

/** Takes an event of the current turn. */
export function noteInTurn(book: TurnBook, event: NormalizedEvent, seq: number): void {
  const { current } = book
  current.lastSeq = seq
  book.changed.set(current.number, current)
  const { type, payload } = event
  if (type === 'message' && payload.role === 'user') noteWords(current, payload)
  if (type === 'message' && payload.role !== 'user') noteMessage(book, event)
  else if (type !== 'usage' && type !== 'raw') book.fragments = null
}

/** Ends the current turn as the session says. */
export function finishTurn({ current }: TurnBook, session: SessionState, now: number): void {
  current.status = session.memory.lastWord ?? 'no-result'
  current.reason = session.reason
  current.endedAt = now
}

/** Books what the usage of the session grew by on the current turn. */
export function bookUsage({ current }: TurnBook, before: UsageSummary, after: UsageSummary): void {
  current.inputTokens = growth(current.inputTokens, before.inputTokens, after.inputTokens)
  current.outputTokens = growth(current.outputTokens, before.outputTokens, after.outputTokens)
  current.cacheReadTokens = growth(current.cacheReadTokens, before.cacheReadTokens, after.cacheReadTokens)
  current.cacheCreationTokens = growth(
    current.cacheCreationTokens,
    before.cacheCreationTokens,
    after.cacheCreationTokens,
  )
  current.costUsd = growth(current.costUsd, before.costUsd, after.costUsd)
  current.durationMs = growth(current.durationMs, before.durationMs, after.durationMs)
  current.modelCalls += after.calls - before.calls
}

function newTurn(number: number, seq: number, now: number): TurnHead {
  return {
    number,
    firstSeq: seq,
    lastSeq: seq,
    words: null,
    wordsTruncated: false,
    startedAt: now,
    endedAt: null,
    durationMs: null,
    ...noCounters(),
    costUsd: null,
    modelCalls: 0,
    calls: 0,
    failures: 0,
    messages: 0,
    status: 'running',
    reason: null,
  }
}

function noteWords(turn: TurnHead, payload: Record<string, unknown>): void {
  if (turn.words !== null || payload.origin === 'injected' || text(payload.parentCallId) !== null) return
  const said = text(payload.text)
  if (said === null) return
  const clipped = clipText(said, WORDS_LENGTH)
  turn.words = clipped.text
  turn.wordsTruncated = clipped.truncated || payload.truncated === true
}

function noteMessage(book: TurnBook, event: NormalizedEvent): void {
  const joined = book.fragments ? joinFragments([book.fragments, event]) : [event]
  if (joined.length === 2 || !book.fragments) book.current.messages++
  const last = joined.at(-1)
  const isOpen = last?.payload.delta === true && (str(last.payload.text)?.length ?? 0) < MAX_FRAGMENTS_LENGTH
  book.fragments = isOpen ? last : null
}

function growth(sum: number | null, before: number | null, after: number | null): number | null {
  return after === null && before === null ? sum : addFigures(sum, (after ?? 0) - (before ?? 0))
}
