import { translateLine } from '../../src/core/parse.ts'
import { obj } from '../../src/core/read.ts'
import { dialectOf } from '../../src/dialects/registry.ts'
import {
  foldSession,
  joinFragments,
  type NormalizedEvent,
  parseLines,
  type SessionState,
  toolKindOf,
} from '../../src/index.ts'
import { validateEvent } from '../../src/schema/index.ts'
import type { Recording } from '../recordings.ts'
import { factOf, type HarnessFacts, isListed } from './harness-facts.ts'

/** A recording as its dialect reads it, with whole texts, and as the fold tells it after the exit. */
export type Reading = {
  recording: Recording
  protocol: string
  events: NormalizedEvent[]
  state: SessionState
}

/** Reads a recording. */
export function readWhole(recording: Recording, facts: HarnessFacts): Reading {
  const protocol = facts.protocolOf(recording)
  const events = parseLines(protocol, recording.lines, undefined, { clip: Number.POSITIVE_INFINITY })
  const { exitCode, signal } = recording
  const stoppedBy = isListed(facts.stoppedByUser, recording) ? 'user' : null
  const state = foldSession(events, { protocol, exit: { exitCode, signal, stoppedBy } })
  return { recording, protocol, events, state }
}

/** What can be wrong with the reading of one line. */
export type LineFinding = {
  line: number
  what: 'invalid' | 'not-json' | 'not-listed' | 'unread'
  text: string
}

/** Lines that the dialect has not listed, reads only in part, or reads into something outside the vocabulary. */
export function lineFindings({ recording, protocol }: Reading, facts: HarnessFacts): LineFinding[] {
  const isForeign = factOf(facts.foreign, recording) !== undefined
  return recording.lines.flatMap((line, index) =>
    findingsOfLine(protocol, line, isForeign).map((finding) => ({ line: index + 1, ...finding })),
  )
}

/** {@link lineFindings} in words. */
export function lineProblems(reading: Reading, facts: HarnessFacts): string[] {
  return lineFindings(reading, facts).map(({ line, text }) => `line ${line}: ${text}`)
}

function findingsOfLine(protocol: string, line: string, isForeign: boolean): Omit<LineFinding, 'line'>[] {
  const dialect = dialectOf(protocol)
  const { events } = translateLine(dialect, line)
  const invalid = events.flatMap((event) =>
    validateEvent(event).map(({ path, message }) => ({
      what: 'invalid' as const,
      text: `${event.type} ${path}: ${message}`,
    })),
  )
  if (isForeign) return invalid
  const value = parseObject(line)
  if (!value) return [...invalid, { what: 'not-json', text: `is no JSON object: ${line.slice(0, 80)}` }]
  const kind = dialect.kindOf(value)
  const rule = kind !== null && Object.hasOwn(dialect.kinds, kind) ? dialect.kinds[kind] : undefined
  if (!rule) return [...invalid, { what: 'not-listed', text: `kind ${kind} is not listed` }]
  const hasUnread = events.some((event) => event.type === 'raw' && !obj(event.payload.notice))
  return rule.as === 'mapped' && hasUnread
    ? [...invalid, { what: 'unread', text: `kind ${kind} has a part that is raw` }]
    : invalid
}

/** Results without a call, and calls that are announced twice without a word that the second refines the first. */
export function pairingProblems({ events, recording }: Reading, facts: HarnessFacts): string[] {
  if (factOf(facts.pairingExceptions ?? {}, recording) !== undefined) return []
  const calls = new Map<unknown, number>()
  const results = new Map<unknown, number>()
  const problems: string[] = []
  for (const { type, payload } of events) {
    const { callId } = payload
    if (type === 'tool.call') {
      if (calls.has(callId) && payload.merge !== true) problems.push(`call ${callId} is told twice`)
      calls.set(callId, (calls.get(callId) ?? 0) + 1)
    } else if (type === 'tool.result') {
      if (!calls.has(callId)) problems.push(`result of ${callId} has no call`)
      if (results.has(callId)) problems.push(`result of ${callId} is told twice`)
      results.set(callId, 1)
    }
    if (payload.parentCallId !== undefined && !calls.has(payload.parentCallId)) {
      problems.push(`${type} is nested under ${payload.parentCallId}, which nobody called`)
    }
  }
  return problems
}

/** Tools that a reader could not group. */
export function toolProblems({ events }: Reading, facts: HarnessFacts): string[] {
  const names = events.flatMap(({ type, payload }) =>
    type === 'tool.call' && typeof payload.name === 'string' && payload.kind === undefined
      ? [payload.name]
      : [],
  )
  return [...new Set(names)]
    .filter((name) => toolKindOf(name) === 'other' && !facts.toolsWithoutKind.includes(name))
    .map((name) => `tool ${name} has no kind`)
}

/** The assistant's words, fragments joined, in the order of the stream. */
export function assistantTexts({ events }: Reading): string[] {
  return joinFragments(events).flatMap(({ type, payload }) =>
    type === 'message' && payload.role === 'assistant' && payload.error !== true
      ? [String(payload.text)]
      : [],
  )
}

/** Input, output, cache read and cache creation as the fold has them; a counter that was never said is 0. */
export function foldedUsage({ state }: Reading): number[] {
  const { inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens } = state.usage
  return [inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens].map((counter) => counter ?? 0)
}

function parseObject(line: string): ReturnType<typeof obj> {
  try {
    return obj(JSON.parse(line))
  } catch {
    return null
  }
}
