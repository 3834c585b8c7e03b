import { findInEvent, foldCase } from '../core/find-text.ts'
import { str } from '../core/read.ts'
import type { Connection } from './connection.ts'
import { eventKey, keysBetween, seqOfKey } from './event-key.ts'
import type { Row } from './rows.ts'
import { filterRows } from './text-filter.ts'

/** Looks through the events of a task for a text, some at a time. */
export type TextScan = {
  /** Seqs of the events found so far, ascending; of a text in fragments, that of the first. */
  readonly found: readonly number[]
  /** Looks through the next events up to `lastSeq`; false when there are none. Takes some milliseconds. */
  step(lastSeq: number): boolean
  /** The last event that was looked at. */
  readonly seq: number
}

/** How many events a step looks at, at first, */
const FIRST_STEP = 1_000
const LEAST_STEP = 16
const MOST_STEP = 2_000
/** and how long it should take: fewer events are looked at after a longer one, more after one of half the time. */
const STEP_MS = 12

/** A text in fragments longer than this is looked through in parts. */
const MAX_JOINED_LENGTH = 262_144

/** A text whose fragments are still coming. */
type Joined = { firstSeq: number; lastSeq: number; voice: string; text: string; isFound: boolean }

/**
 * A scan of a generation's visible texts, case set aside. SQLite chooses the rows by a part of the needle that stands in
 * the payload as it is (JSON escapes the rest); what it chose is then read.
 */
export function createTextScan(connection: Connection, generation: number, text: string): TextScan {
  const needle = foldCase(text)
  const filter = filterRows(needle)
  const found: number[] = []
  let seq = 0
  let size = FIRST_STEP
  let joined: Joined | null = null
  const sql = `select id, run, type, payload from event where id > ? and id <= ? and hidden = 0 and type <> 'usage'
    and (${filter.sql} or (type in ('message', 'thinking') and payload like '%"delta":true%')) order by id`

  function takeFragment(row: Row, at: number, payload: Record<string, unknown>): void {
    const voice = voiceOf(row, payload)
    const goesOn =
      joined?.voice === voice && joined.lastSeq === at - 1 && joined.text.length < MAX_JOINED_LENGTH
    if (!joined || !goesOn) {
      finish()
      joined = { firstSeq: at, lastSeq: at, voice, text: '', isFound: false }
    }
    joined.text += str(payload.text) ?? ''
    joined.lastSeq = at
  }

  function finish(): void {
    if (joined && !joined.isFound && foldCase(joined.text).includes(needle)) {
      found.push(joined.firstSeq)
      joined.isFound = true
    }
  }

  function take(row: Row): void {
    const at = seqOfKey(Number(row.id))
    const type = String(row.type)
    const payload: Record<string, unknown> = JSON.parse(String(row.payload))
    const isText = type === 'message' || type === 'thinking'
    if (isText && payload.delta === true) {
      takeFragment(row, at, payload)
      return
    }
    finish()
    const isRepeated =
      isText &&
      joined?.voice === voiceOf(row, payload) &&
      joined.lastSeq === at - 1 &&
      joined.text === payload.text
    joined = null
    if (!isRepeated && findInEvent(type, payload, needle)) found.push(at)
  }

  return {
    found,
    get seq() {
      return seq
    },
    step(lastSeq) {
      if (seq >= lastSeq) return false
      const start = performance.now()
      const to = Math.min(seq + size, lastSeq)
      for (const row of connection.all(
        sql,
        eventKey(generation, seq),
        eventKey(generation, to),
        ...filter.values,
      ))
        take(row)
      seq = to
      // What has been said of a text so far can be found, also while the rest of it is still coming.
      if (seq === lastSeq) finish()
      const took = performance.now() - start
      if (took > STEP_MS) size = Math.max(LEAST_STEP, size >> 1)
      else if (took < STEP_MS / 2) size = Math.min(MOST_STEP, size * 2)
      return seq < lastSeq
    },
  }
}

/** The event that a scan found, fragments joined; null when it is gone. */
export function readFound(
  connection: Connection,
  generation: number,
  seq: number,
): { row: Row; payload: Record<string, unknown> } | null {
  const { from, to } = keysBetween(generation, seq - 1, Number.MAX_SAFE_INTEGER)
  const sql = 'select id, run, type, ts, payload from event where id > ? and id < ? order by id limit ?'
  const row = connection.get(sql, from, to, 1)
  if (!row) return null
  const payload: Record<string, unknown> = JSON.parse(String(row.payload))
  if (payload.delta !== true) return { row, payload }
  const voice = voiceOf(row, payload)
  let text = ''
  for (const next of connection.all(sql, from, to, MAX_FRAGMENTS)) {
    const more: Record<string, unknown> = JSON.parse(String(next.payload))
    if (more.delta !== true || voiceOf(next, more) !== voice) break
    text += str(more.text) ?? ''
  }
  return { row, payload: { ...payload, text } }
}

/** So many fragments are joined for an excerpt. */
const MAX_FRAGMENTS = 2_000

function voiceOf(row: Row, payload: Record<string, unknown>): string {
  return JSON.stringify([row.run, row.type, payload.role, payload.parentCallId])
}
