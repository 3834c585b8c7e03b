import {
  createLineSplitter,
  foldSession,
  joinFragments,
  parseLines,
  parseSessionTitle,
  type SourcedEvent,
  summarizeUsage,
} from '../../src/index.ts'
import { mismatch } from './match.ts'
import { type BugCase, readChunks, readInput } from './read-case.ts'

type CaseEvent = SourcedEvent & { line: number }
type Split = {
  texts: string[]
  consumed: number
  perChunk: { lines: number; consumed: number }[]
  rest: string[]
}
type Pattern = { type?: unknown; payload?: unknown; line?: number }

/** What a case's `expect` asks and this core cannot answer: the page, the live feed, the store. Asked elsewhere. */
const ASKED_ELSEWHERE = new Set(['timeline', 'live', 'store', 'session', 'resumeId', 'perf', 'noThrow'])

/** Everything that a case's answer lacks, in words; empty when it holds. */
export function checkCase(folder: string, bugCase: BugCase): string[] {
  const split = splitInput(folder, bugCase)
  const hasAllBytes = !bugCase.chunks && bugCase.context?.eof !== false
  const events = eventsOf(bugCase, hasAllBytes ? [...split.texts, ...split.rest] : split.texts)
  const attempts = [bugCase.expect, ...(bugCase.accept ?? [])].map((expected) =>
    Object.entries(expected).flatMap(([key, value]) =>
      ask(key, value as never, { folder, bugCase, split, events }),
    ),
  )
  return attempts.find((problems) => problems.length === 0) ?? attempts[0] ?? []
}

function splitInput(folder: string, bugCase: BugCase): Split {
  const splitter = createLineSplitter()
  const texts: string[] = []
  const perChunk: Split['perChunk'] = []
  for (const chunk of readChunks(readInput(folder, bugCase), bugCase)) {
    const before = splitter.consumed
    const lines = splitter.push(chunk)
    texts.push(...lines.map((line) => line.text))
    perChunk.push({ lines: lines.length, consumed: splitter.consumed - before })
  }
  const consumed = splitter.consumed
  return { texts, consumed, perChunk, rest: splitter.end().map((line) => line.text) }
}

function eventsOf(bugCase: BugCase, lines: readonly string[]): CaseEvent[] {
  return lines.flatMap((line, index) =>
    parseLines(bugCase.protocol, [line]).map((event) => ({ ...event, line: index + 1 })),
  )
}

type Question = { folder: string; bugCase: BugCase; split: Split; events: CaseEvent[] }

function ask(key: string, value: never, question: Question): string[] {
  const { folder, bugCase, split, events } = question
  const payloads = JSON.stringify(events.map((event) => event.payload))
  const reasons = (): (string | null)[] => {
    switch (key) {
      case 'types':
        return [
          mismatch(
            value,
            events.map((event) => event.type),
            'types',
          ),
        ]
      case 'events':
        return [
          (value as Pattern[]).length === events.length
            ? null
            : `events: expected ${(value as Pattern[]).length}, got ${events.length}`,
          ...(value as Pattern[]).map((pattern, index) => unmatched(pattern, events[index])),
        ]
      case 'contains':
        return (value as Pattern[]).map((pattern) =>
          find(events, pattern) ? null : `missing ${JSON.stringify(pattern)}`,
        )
      case 'absent':
        return (value as Pattern[]).map((pattern) =>
          find(events, pattern) ? `unwanted ${JSON.stringify(pattern)}` : null,
        )
      case 'order':
        return [checkOrder(value, events)]
      case 'counts':
        return Object.entries<number | { min?: number; max?: number }>(value).map(([type, wanted]) =>
          checkCount(type, wanted, events),
        )
      case 'usage':
        return [mismatch(value, usageOf(bugCase, events), 'usage')]
      case 'usageOneOf':
        return [mismatch({ $in: value }, usageOf(bugCase, events), 'usage')]
      case 'acrossFiles':
        return [
          mismatch(
            value,
            { usage: summarizeUsage([...events, ...otherFiles(folder, bugCase)]) },
            'acrossFiles',
          ),
        ]
      case 'split': {
        const pending = split.rest.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
        return [
          mismatch(
            value,
            { lines: split.texts.length, consumed: split.consumed, pending, perChunk: split.perChunk },
            'split',
          ),
        ]
      }
      case 'atEof':
        return Object.entries(value).flatMap(([inner, expected]) =>
          ask(inner, expected as never, {
            ...question,
            events: eventsOf(bugCase, [...split.texts, ...split.rest]),
          }),
        )
      case 'lastPlan':
        return [mismatch(value, { steps: foldSession(events).plan }, 'lastPlan')]
      case 'joined':
        return [checkJoined(value, events)]
      case 'run':
        return [mismatch(value, runOf(question), 'run')]
      case 'title':
        return Object.entries(value).map(([file, title]) =>
          mismatch(title, titleIn(folder, bugCase, file), `title of ${file}`),
        )
      case 'textReachable':
        return (value as string[]).map((text) =>
          payloads.includes(JSON.stringify(text).slice(1, -1)) ? null : `not reachable: ${text}`,
        )
      case 'wellFormed':
        return [
          events.every((event) => allWellFormed(event.payload)) ? null : 'a lone surrogate in a payload',
        ]
      case 'strictJsonRoundTrip':
        return [Buffer.from(payloads).toString('utf8') === payloads ? null : 'payloads are not strict JSON']
      case 'noReplacementChar':
        return [payloads.includes('\ufffd') ? 'U+FFFD in a payload' : null]
      case 'noNaN':
        return [hasNaN([events, summarizeUsage(events)]) ? 'a number that is not finite' : null]
      case 'noPrototypePollution':
        return [Object.hasOwn(Object.prototype, 'isAdmin') ? 'Object.prototype was changed' : null]
      case 'sourceHasNoCR':
        return [events.some((event) => event.source.includes('\r')) ? 'CR in a source' : null]
      default:
        return [ASKED_ELSEWHERE.has(key) ? null : `nobody asks for ${key}`]
    }
  }
  return reasons().filter((reason) => reason !== null)
}

function unmatched(pattern: Pattern, event: CaseEvent | undefined): string | null {
  const { line, ...rest } = pattern
  if (line !== undefined && line !== event?.line) return `expected line ${line}, got ${event?.line}`
  return mismatch(rest, event, 'event')
}

function find(events: readonly CaseEvent[], pattern: Pattern): CaseEvent | undefined {
  return events.find((event) => unmatched(pattern, event) === null)
}

function checkOrder(patterns: Pattern[], events: readonly CaseEvent[]): string | null {
  let from = 0
  for (const pattern of patterns) {
    const at = events.findIndex((event, index) => index >= from && unmatched(pattern, event) === null)
    if (at === -1) return `order: ${JSON.stringify(pattern)}`
    from = at + 1
  }
  return null
}

function checkCount(
  type: string,
  wanted: number | { min?: number; max?: number },
  events: readonly CaseEvent[],
): string | null {
  const got = events.filter((event) => event.type === type).length
  const { min = 0, max = Infinity } = typeof wanted === 'number' ? { min: wanted, max: wanted } : wanted
  return got >= min && got <= max ? null : `count of ${type}: ${got}, not ${JSON.stringify(wanted)}`
}

function checkJoined(
  { type = 'message', role, text }: { type?: string; role?: string; text: string },
  events: CaseEvent[],
): string | null {
  const told = joinFragments(events).filter(
    (event) => event.type === type && (role === undefined || event.payload.role === role),
  )
  return mismatch(text, told.map((event) => event.payload.text ?? '').join(''), 'joined')
}

function usageOf({ context }: BugCase, events: readonly CaseEvent[]): unknown {
  const processes = context?.processes ?? []
  const runOf = (line: number) => String(processes.findLastIndex((process) => process.fromLine <= line))
  return summarizeUsage(events.map((event) => ({ ...event, run: runOf(event.line) })))
}

function otherFiles(folder: string, bugCase: BugCase): SourcedEvent[] {
  const lines = (bugCase.files ?? []).flatMap((file) =>
    Buffer.from(readInput(folder, bugCase, file))
      .toString('utf8')
      .split('\n'),
  )
  return parseLines(bugCase.protocol, lines)
}

function runOf({ bugCase, split }: Question): { status: string; summary: string | null } {
  const { eof = true, exit = { code: 0 } } = bugCase.context ?? {}
  const events = eventsOf(bugCase, eof ? [...split.texts, ...split.rest] : split.texts)
  const facts = { exitCode: exit.code ?? null, signal: exit.signal ?? null, stoppedBy: null }
  const { status, summary } = foldSession(events, {
    protocol: bugCase.protocol,
    ...(eof ? { exit: facts } : {}),
  })
  return { status: status === 'no-result' ? 'incomplete' : status, summary }
}

function titleIn(folder: string, bugCase: BugCase, file: string): string | null {
  const output = Buffer.from(readInput(folder, bugCase, file)).toString('utf8')
  return parseSessionTitle(bugCase.protocol, output)?.title ?? null
}

function allWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, entry]) => key.isWellFormed() && allWellFormed(entry))
}

function hasNaN(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(hasNaN)
}
