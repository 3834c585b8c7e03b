import { callUsageEvent, noticeEvent, noticeOf, rawJsonEvent, sessionEndedEvent } from '../../core/build.ts'
import { noCounters } from '../../core/counters.ts'
import { type ReasonsInText, reasonInText } from '../../core/end-reason.ts'
import type { JsonObject, NormalizedEvent } from '../../core/events.ts'
import { contextWindowOf } from '../../core/models.ts'
import { count, entryOf, obj, str, text } from '../../core/read.ts'

/** `agent_start` of the main agent. Its id is not the one that the CLI resumes a session by. */
export function readStart(line: JsonObject): NormalizedEvent[] {
  return [startedEvent({ sessionId: text(line.taskId) })]
}

/** `usage`: one call of the model, of whichever agent. */
export function readUsage(line: JsonObject): NormalizedEvent[] {
  const event = obj(line.event)
  const input = count(event?.inputTokens)
  const cacheReadTokens = count(event?.cacheReadTokens)
  const cacheCreationTokens = count(event?.cacheWriteTokens)
  const counters = {
    // Cached tokens were seen to be more than the input (an artefact of the model's server).
    inputTokens:
      input === null ? null : Math.max(0, input - (cacheReadTokens ?? 0) - (cacheCreationTokens ?? 0)),
    outputTokens: count(event?.outputTokens),
    cacheReadTokens,
    cacheCreationTokens,
  }
  const usage = callUsageEvent(null, counters)
  return usage ? [usage] : []
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
  const model = text(obj(line.model)?.id)
  const cost = count(obj(line.aggregateUsage)?.totalCost)
  const usage = {
    scope: 'session',
    ...noCounters(),
    costUsd: cost || null,
    turns: null,
    durationMs: count(line.durationMs),
    covers: 'process',
  }
  const word = str(line.finishReason)
  const status = entryOf(STATUSES, word) ?? 'failed'
  return [
    startedEvent({ model, contextWindow: contextWindowOf(model) }),
    { type: 'usage', payload: usage },
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
  return [rawJsonEvent(line, clip, noticeOf('info', words.replace(/^[a-z]+(-[a-z]+)+$/, toWords)))]
}

/** Some notices are names: `overflow-recovery-compacting`. */
function toWords(name: string): string {
  return name.replaceAll('-', ' ')
}

function reasonOf(event: JsonObject | null, words: string): string | null {
  const told = entryOf(REASONS, event?.errorClass) ?? reasonInText(REASONS_IN_TEXT, words)
  return told ?? (event?.recoverable === true ? null : 'api_error')
}

function startedEvent(known: Record<string, unknown>): NormalizedEvent {
  const base = { model: null, contextWindow: null, cwd: null, sessionId: null, tools: null }
  return { type: 'session.started', payload: { harness: 'cline-cli', ...base, ...known } }
}
