import { describeCall } from '../../core/call-summary.ts'
import { bool, num, objects, str, text } from '../../core/read.ts'
import type { StoredEvent } from '../../store/store.ts'
import { countOf, describeEdit } from './edit-size.ts'
import { formatDuration } from './format.ts'
import { type Sheet, VERB_COLUMNS } from './sheet.ts'
import { oneLine, sanitizeText } from './terminal-text.ts'
import { cutToWidth, textWidth, wrapText } from './text-width.ts'

/** Renders calls and their results, and knows how deep in subagents an event stands. */
export type CallRenderer = {
  /** How many agents an event is under. */
  depthOf(event: StoredEvent): number
  call(event: StoredEvent): string[]
  result(event: StoredEvent): string[]
  /** Rows of calls that still wait for their input, when no more events come. */
  end(): string[]
}

type KnownCall = {
  /** What the harness said of it so far. */
  said: { name: string | null; input: string | null; kind: string | null; title: string | null }
  verb: string
  server: string | null
  subject: string
  /** Its row was printed: a terminal's lines cannot be changed any more. */
  isPrinted: boolean
  kind: string
  depth: number
  event: StoredEvent
  /** What an edit changes. */
  change: string | null
}

/** Of a failed call's output, this many last lines are shown. */
const FAILURE_LINES = 12
const WIDEST_SERVER = 16
/** Columns of a result row that are not the name of its call. */
const RESULT_COLUMNS = 40
/** So much of an output is enough for its last lines. */
const FAILURE_UNITS = 8_000

/** A renderer of calls. `folderOf` gives the task's folder: paths in it are shown without it. */
export function createCallRenderer(sheet: Sheet, folderOf: () => string | null): CallRenderer {
  const { style } = sheet
  const calls = new Map<string, KnownCall>()
  let lastCall: KnownCall | null = null

  const keyOf = (event: StoredEvent, callId: unknown): string => `${event.run} ${callId}`
  const depthOf = (event: StoredEvent): number => {
    const parentId = text(event.payload.parentCallId)
    return parentId === null ? 0 : (calls.get(keyOf(event, parentId))?.depth ?? 0) + 1
  }

  function call(event: StoredEvent): string[] {
    const { payload } = event
    const key = keyOf(event, payload.callId)
    const before = calls.get(key)
    // A refining call leaves out what it does not change; any other of the same id replaces the first.
    const kept = payload.merge === true ? before?.said : undefined
    const said = {
      name: text(payload.name) ?? kept?.name ?? null,
      input: str(payload.input) ?? kept?.input ?? null,
      kind: text(payload.kind) ?? kept?.kind ?? null,
      title: text(payload.title) ?? kept?.title ?? null,
    }
    const summary = describeCall(said.name, said.input, said)
    const { kind, server } = summary
    const subject = withoutFolder(summary.subject, folderOf())
    const known: KnownCall = {
      said,
      verb: cutToWidth(oneLine(summary.verb), Math.floor(sheet.room(0) / 2)),
      server,
      isPrinted: before?.isPrinted ?? false,
      subject,
      kind,
      depth: depthOf(event),
      event: before?.event ?? event,
      change: kind === 'edit' ? describeEdit(said.input) : null,
    }
    calls.set(key, known)
    if (before && before === lastCall) lastCall = known
    // ACP agents announce a call with an empty input and send the real one later: its row waits for it.
    return said.input === null || said.input === '{}' ? [] : rowOf(known)
  }

  /** The row of a call that has none yet. A plan event tells what a plan call did. */
  function rowOf(known: KnownCall): string[] {
    if (known.isPrinted || known.kind === 'plan') return []
    known.isPrinted = true
    lastCall = known
    const place = known.server === null ? '' : ` ${cutToWidth(oneLine(known.server), WIDEST_SERVER)}`
    const head = `${style.bold(known.verb)}${style.dim(place)}`
    const width = textWidth(known.verb + place)
    const gap = ' '.repeat(Math.max(0, VERB_COLUMNS - width) + 1)
    const subject = sheet.fit(known.subject, known.depth, width + gap.length)
    return [sheet.row(known.event, known.depth, `${head}${gap}${subject}`.trimEnd())]
  }

  function result(event: StoredEvent): string[] {
    const { payload } = event
    const known = calls.get(keyOf(event, payload.callId)) ?? null
    const row = known ? rowOf(known) : []
    const depth = known?.depth ?? depthOf(event)
    const exitCode = num(payload.exitCode)
    const failed = bool(payload.isError) === true || (exitCode !== null && exitCode !== 0)
    if (!failed && known?.kind === 'plan') return []
    const margin = ' '.repeat(VERB_COLUMNS + 1)
    const isNamed = known !== null && known !== lastCall && sheet.room(depth) > RESULT_COLUMNS + 10
    const name = isNamed ? `${sheet.fit(`${known.verb} ${known.subject}`, depth, RESULT_COLUMNS)}: ` : ''
    const took = known ? durationOf(event, known.event) : null
    const tail = took === null ? '' : style.dim(`, ${formatDuration(took)}`)
    if (!failed) {
      const fact = `${style.dim(`${margin}└ ${name}${factOf(payload, known)}`)}${tail}`
      return [...row, sheet.row(event, depth, fact)]
    }
    const word = exitCode === null ? 'failed' : `exit ${exitCode}`
    return [
      ...row,
      sheet.row(event, depth, `${style.dim(`${margin}└ ${name}`)}${style.bad(word)}${tail}`),
      ...lastLines(str(payload.output) ?? '', depth, `${margin}  `),
    ]
  }

  function lastLines(output: string, depth: number, margin: string): string[] {
    const text = sanitizeText(output.slice(-FAILURE_UNITS)).trim()
    if (text === '') return []
    const lines = wrapText(text, sheet.room(depth) - margin.length)
    const shown = lines.slice(-FAILURE_LINES)
    const hidden = lines.length - shown.length
    const more = hidden > 0 ? [style.dim(`… ${countOf(hidden)} before`)] : []
    return [...more, ...shown].map((line) => sheet.under(depth, line === '' ? '' : margin + line))
  }

  return { depthOf, call, result, end: () => [...calls.values()].flatMap(rowOf) }
}

function factOf(payload: StoredEvent['payload'], call: KnownCall | null): string {
  if (call?.change) return call.change
  if (call?.kind === 'agent') return 'ended'
  const output = str(payload.output) ?? ''
  const files = objects(payload.files).length
  if (output === '' && files > 0) return files === 1 ? '1 file' : `${files} files`
  return output === '' ? 'no output' : countOf(output.replace(/\n$/, '').split('\n').length)
}

/** Milliseconds: stated, else between the two events where both were read in time. */
function durationOf(result: StoredEvent, call: StoredEvent): number | null {
  const isTimed = result.tsKind !== 'late' && call.tsKind !== 'late'
  return num(result.payload.durationMs) ?? (isTimed ? Math.max(0, result.ts - call.ts) : null)
}

function withoutFolder(subject: string, folder: string | null): string {
  return folder !== null && subject.startsWith(`${folder}/`) ? subject.slice(folder.length + 1) : subject
}
