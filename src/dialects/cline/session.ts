import {
  callUsageEvents,
  noticeEvent,
  sessionEndedEvent,
  sessionStartedEvent,
  sessionUsageEvent,
} from '../../core/build.ts'
import { countersOf, withoutCache } from '../../core/counters.ts'
import { type ReasonsInText, reasonInText } from '../../core/end-reason.ts'
import type { JsonObject, NormalizedEvent } from '../../core/events.ts'
import { modelFacts } from '../../core/models.ts'
import { count, entryOf, obj, str, text } from '../../core/read.ts'

/** `agent_start` of the main agent. Its id is not the one that the CLI resumes a session by. */
export function readStart(line: JsonObject): NormalizedEvent[] {
  return [sessionStartedEvent('cline-cli', { sessionId: text(line.taskId) })]
}

/** `usage`: one call of the model, of whichever agent. */
export function readUsage(line: JsonObject): NormalizedEvent[] {
  const event = obj(line.event)
  const counters = countersOf(event, ['inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheWriteTokens'])
  // Cached tokens were seen to be more than the input (an artefact of the model's server).
  return callUsageEvents(null, withoutCache(counters))
}

const STATUSES: Readonly<Record<string, 'succeeded' | 'failed' | 'interrupted'>> = {
  completed: 'succeeded',
  aborted: 'interrupted',
}

/**
 * `run_result`: the model, and how the run ended. Its token counts leave out what agents of the main agent consumed, which
 * the lines of their calls state (3.0.65): they are not read.
 */
export function readResult(line: JsonObject, clip: number): NormalizedEvent[] {
  const costUsd = count(obj(line.aggregateUsage)?.totalCost) || null
  const word = str(line.finishReason)
  const status = entryOf(STATUSES, word) ?? 'failed'
  return [
    sessionStartedEvent('cline-cli', modelFacts(text(obj(line.model)?.id))),
    sessionUsageEvent({ costUsd, durationMs: count(line.durationMs), covers: 'process' }),
    sessionEndedEvent(status, word, str(line.text), clip),
  ]
}

const REASONS: Readonly<Record<string, string>> = {
  auth: 'auth',
  context_window_exceeded: 'context_limit',
}

/** Where the class of an error is `unknown`, its words tell. */
const REASONS_IN_TEXT: ReasonsInText = [
  [/\brate limit\b|\bquota\b/i, 'rate_limit'],
  [/\bmaximum output token limit\b/, 'output_limit'],
]

/** `error`: what ends the run, or what it recovers from. */
export function readError(line: JsonObject, clip: number): NormalizedEvent[] {
  const event = obj(line.event)
  const error = obj(event?.error)
  const words = text(error?.message) ?? text(event?.error) ?? 'The agent met an error'
  const kind = event?.recoverable === true ? 'warning' : 'error'
  return noticeEvent(line, clip, kind, words, { reason: reasonOf(event, words) })
}

/** `notice`: what the agent does about its context and its limits. */
export function readNotice(line: JsonObject, clip: number): NormalizedEvent[] {
  const words = text(obj(line.event)?.message) ?? 'A notice of the agent'
  return noticeEvent(line, clip, 'info', words.replace(/^[a-z]+(-[a-z]+)+$/, toWords))
}

/** Some notices are names: `overflow-recovery-compacting`. */
function toWords(name: string): string {
  return name.replaceAll('-', ' ')
}

function reasonOf(event: JsonObject | null, words: string): string | null {
  const told = entryOf(REASONS, event?.errorClass) ?? reasonInText(REASONS_IN_TEXT, words)
  return told ?? (event?.recoverable === true ? null : 'api_error')
}
