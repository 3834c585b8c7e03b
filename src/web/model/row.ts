import type { CallSummary } from '../../core/call-summary.ts'
import type { FileReference, PlanStep } from '../../core/events.ts'
import type { ApiEvent } from '../api/types.ts'

/** What every row of the timeline has. */
type RowBase = {
  /** Stays the same while the row grows. */
  key: string
  /** The event that it shows, the first one where there are several. */
  event: ApiEvent
  /** 0 for the main loop, 1 for a subagent's rows, and so on. */
  depth: number
}

/** A tool call with its result inside. */
export type CallRow = RowBase & {
  kind: 'call'
  summary: CallSummary
  name: string | null
  input: string | null
  inputIsCut: boolean
  /** Kind and title where the harness states them. */
  statedKind: string | null
  title: string | null
  result: ApiEvent | null
  /** Milliseconds: stated, else between the two events; null while unknown. */
  durationMs: number | null
  /** Its run still lives, so a result may come. */
  isLive: boolean
}

/** One row of the timeline. */
export type Row =
  | (RowBase & { kind: 'turn'; number: number; text: string; files: FileReference[] })
  | (RowBase & { kind: 'said'; text: string; files: FileReference[] })
  | (RowBase & { kind: 'injected'; text: string })
  | (RowBase & {
      kind: 'message'
      text: string
      isError: boolean
      isStreaming: boolean
      files: FileReference[]
    })
  | (RowBase & { kind: 'thinking'; text: string; isRedacted: boolean })
  | CallRow
  | (RowBase & { kind: 'plan'; head: string; steps: PlanStep[] })
  | (RowBase & { kind: 'started' })
  | (RowBase & { kind: 'title'; title: string; byHuman: boolean })
  | (RowBase & {
      kind: 'notice'
      noticeKind: string
      text: string
      count: number
      isOpen: boolean
      /** How a request was answered; null for one that is open, or was closed without an answer that we know. */
      answer: { by: string; option: string } | null
    })
  | (RowBase & { kind: 'looked'; text: string; count: number; durationMs: number })
  | (RowBase & { kind: 'ended'; background: number })
  | (RowBase & { kind: 'raw' })

/** A row as it is shown: what is in its lane, and its part of a bracket around calls that ran at the same time. */
export type ArrangedRow = {
  row: Row
  /** Of an agent's call: what it did; null for any other row. */
  lane: { calls: number; failures: number; lastWords: string | null } | null
  brace: 'first' | 'mid' | 'thru' | 'end' | null
}

/** What the rows of a task depend on besides its events. */
export type RowContext = {
  /** Show `raw` rows without a notice. */
  showRaw: boolean
  /** Runs whose process lives. */
  liveRuns: ReadonlySet<string>
  /** The task's folder: paths in it are shown without it. */
  cwd: string | null
}

/** Builds rows event by event. */
export type RowBuilder = {
  /** Hears of a call that lies before the events. */
  know(call: ApiEvent): void
  /** Takes the next event: adds a row, or changes one that is there. */
  add(event: ApiEvent): void
  /** The rows so far, in the order of the page. */
  rows(): Row[]
}
