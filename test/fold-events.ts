import type { TaskEventType, TokenCounters } from '../src/core/events.ts'
import type { FoldedEvent } from '../src/core/session.ts'
import type { ExitFacts } from '../src/core/session-memory.ts'
import type { UsageEvent } from '../src/core/usage.ts'

type Payload = Record<string, unknown>
type Envelope = { run?: string; ts?: number }

/** An event as the fold takes it. */
export function event(type: TaskEventType, payload: Payload, more: Envelope = {}): FoldedEvent {
  return { type, payload, ...more }
}

/** Words of the assistant. */
export function message(text = 'Hello', more: Envelope = {}): FoldedEvent {
  return event('message', { role: 'assistant', text, truncated: false }, more)
}

/** The end of a turn, a success unless `payload` says otherwise. */
export function ended(payload: Payload = {}, more: Envelope = {}): FoldedEvent {
  const success = { status: 'succeeded', stopReason: null, summary: 'Done.' }
  return event('session.ended', { ...success, ...payload }, more)
}

/** A tool call. */
export function toolCall(
  callId: string,
  name: string,
  payload: Payload = {},
  more: Envelope = {},
): FoldedEvent {
  return event('tool.call', { callId, name, input: '{}', truncated: false, ...payload }, more)
}

/** The result of a tool call. */
export function toolResult(
  callId: string,
  isError: boolean | null = false,
  more: Envelope = {},
): FoldedEvent {
  return event('tool.result', { callId, isError, output: '', truncated: false }, more)
}

/** A `raw` event that a person should see. */
export function noticed(kind: string, facts: Payload = {}): FoldedEvent {
  return event('raw', { json: {}, notice: { kind, text: `a ${kind}`, ...facts } })
}

/** How a process ended. */
export function exited(exitCode: number | null, more: Partial<ExitFacts> = {}): ExitFacts {
  return { exitCode, signal: null, stoppedBy: null, ...more }
}

/** Input, output, cache read and cache creation, in this order. */
type FourCounters = readonly (number | null)[]

/** Counters by their names. */
export function counters(four: FourCounters): TokenCounters {
  const [inputTokens = null, outputTokens = null, cacheReadTokens = null, cacheCreationTokens = null] = four
  return { inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens }
}

/** A model call with a prompt of `input`, and its answer of `output` tokens. */
export function modelCall(input: number, output: number, more: Payload = {}, run?: string): UsageEvent {
  const figures = { ...counters([input, output, 0, 0]), contextTokens: input }
  return event('usage', { scope: 'call', model: 'm', ...figures, ...more }, run === undefined ? {} : { run })
}

/** A statement of the harness about a session. */
export function stated(four: FourCounters, more: Payload = {}, run?: string): UsageEvent {
  const figures = { ...counters(four), costUsd: null, turns: null, durationMs: null }
  return event('usage', { scope: 'session', ...figures, ...more }, run === undefined ? {} : { run })
}
