import type { NormalizedEvent } from '../core/events.ts'
import type { Line } from '../core/lines.ts'
import { text } from '../core/read.ts'
import { applyEvent, FOLD_VERSION, viewOf } from '../core/session.ts'
import type { SessionState } from '../core/session-state.ts'
import { translateLine } from '../dialects/registry.ts'
import type {
  Batch,
  NewAttachment,
  NewEvent,
  NewLine,
  RunChange,
  RunRecord,
  TimeKind,
} from '../store/store.ts'
import { takeAttachments } from './attachments.ts'

/** A line is read up to 64 MiB; of what is left without its files, this much is kept (UTF-16 units). */
const MAX_KEPT_LENGTH = 16 * 1024 * 1024
/** Fragments that come together are stored as one event up to this length. */
const MAX_JOINED_LENGTH = 8_000

/** Gathers lines and events until they are written in one transaction. */
export type BatchBuilder = {
  /**
   * Takes a line; `bytes` are its exact bytes where they are not UTF-8. A repetition tells what the task has already: it
   * is kept as it was printed and gives no events.
   */
  addLine(line: Line, bytes: Uint8Array | null, now: number, readKind: TimeKind, isRepetition?: boolean): void
  /** Takes an event that the platform itself states, and the files that it speaks of. */
  addOwnEvent(event: NormalizedEvent, now: number, files?: readonly NewAttachment[]): void
  readonly isEmpty: boolean
  readonly lineCount: number
  /** The batch so far; the builder is empty afterwards. */
  take(place: { lease: string; fromCursor: number; toCursor: number; lastAt: number; run?: RunChange }): Batch
}

/** A builder for a run. Every event is folded into `state` as it is taken. */
export function createBatchBuilder(run: RunRecord, state: SessionState): BatchBuilder {
  let lines: NewLine[] = []
  let events: NewEvent[] = []
  let attachments: NewAttachment[] = []
  let title: Batch['title']
  let ownIndex = 0

  function addEvent(event: NormalizedEvent, place: Omit<NewEvent, 'type' | 'payload'>): void {
    applyEvent(state, { ...event, ts: place.ts }, { run: run.id })
    const name = event.type === 'session.title' ? text(event.payload.title) : null
    if (name !== null) title = { title: name, origin: event.payload.origin === 'human' ? 'human' : 'agent' }
    const last = events.at(-1)
    if (last && isSameText(last, event)) last.payload.text = `${last.payload.text}${event.payload.text}`
    else events.push({ ...event, ...place })
  }

  return {
    addLine(line, bytes, now, readKind, isRepetition = false) {
      // What is not UTF-8 is stored as bytes, in which nothing is replaced.
      const whole = { stored: line.text, attachments: [] }
      const { stored, attachments: taken } = bytes ? whole : takeAttachments(line.text)
      const kept = stored.length > MAX_KEPT_LENGTH ? stored.slice(0, MAX_KEPT_LENGTH) : stored
      const isWhole = kept.length === stored.length
      lines.push({
        offset: line.offset,
        ts: now,
        source: bytes ?? kept,
        attachments: isWhole ? taken.map((file) => file.id) : [],
        cut: line.cut || !isWhole,
        ...(isRepetition ? { repeated: true } : {}),
      })
      if (isWhole) attachments.push(...taken)
      if (isRepetition) return
      const { events: translated, ts } = translateLine(run.protocol, stored)
      for (const [index, event] of translated.entries()) {
        const tsKind = ts === null ? readKind : 'stated'
        addEvent(event, { ts: ts ?? now, tsKind, offset: line.offset, index })
      }
    },

    addOwnEvent(event, now, files = []) {
      attachments.push(...files)
      addEvent(event, { ts: now, tsKind: 'read', offset: null, index: ownIndex++ })
    },

    get isEmpty() {
      return lines.length === 0 && events.length === 0
    },

    get lineCount() {
      return lines.length
    },

    take({ run: change, ...place }) {
      const batch: Batch = {
        taskId: run.taskId,
        runId: run.id,
        ...place,
        lines,
        events,
        attachments,
        state: viewOf(state),
        foldVersion: FOLD_VERSION,
        ...(change ? { run: change } : {}),
        ...(title ? { title } : {}),
      }
      lines = []
      events = []
      attachments = []
      title = undefined
      return batch
    },
  }
}

function isSameText(last: NewEvent, event: NormalizedEvent): boolean {
  return (
    (event.type === 'message' || event.type === 'thinking') &&
    last.type === event.type &&
    last.payload.delta === true &&
    event.payload.delta === true &&
    last.payload.role === event.payload.role &&
    last.payload.parentCallId === event.payload.parentCallId &&
    String(last.payload.text).length + String(event.payload.text).length <= MAX_JOINED_LENGTH
  )
}
