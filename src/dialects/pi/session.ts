import {
  type StartFacts,
  sessionEndedEvent,
  sessionStartedEvent,
  sessionUsageEvent,
  titleEvents,
} from '../../core/build.ts'
import type { JsonObject, NormalizedEvent } from '../../core/events.ts'
import { count, obj, objects, str, text } from '../../core/read.ts'
import { cleanTitle } from '../../core/title.ts'
import { readableError, reasonIn } from './errors.ts'
import { wordsOf } from './messages.ts'
import { readCounters } from './usage.ts'

/** `session`: the first line. */
export function readSession(line: JsonObject): NormalizedEvent[] {
  return [started({ cwd: str(line.cwd), sessionId: text(line.id) })]
}

/** The leading system message (1.6.0): the tools. */
export function readTools(line: JsonObject): NormalizedEvent[] {
  const tools = objects(obj(line.message)?.toolsAdded).flatMap((tool) => text(tool.name) ?? [])
  return [started({ tools })]
}

/** The answer to `get_state` of rpc mode (1.6.0): model, window, session, and the session's name. */
export function readState(line: JsonObject): NormalizedEvent[] {
  const data = obj(line.data)
  if (!data) return []
  const model = obj(data.model)
  const start = started({
    model: str(model?.id),
    contextWindow: count(model?.contextWindow),
    sessionId: text(data.sessionId),
  })
  return [start, ...titleEvents(data.sessionName, 'human')]
}

/** The answer to `get_session_stats` of rpc mode (1.6.0): what the session consumed, whichever process ran it. */
export function readStatistics(line: JsonObject): NormalizedEvent[] {
  const data = obj(line.data)
  const tokens = obj(data?.tokens)
  if (!data || !tokens) return []
  const facts = { costUsd: count(data.cost), covers: 'thread', sessionId: text(data.sessionId) }
  return [sessionUsageEvent(facts, readCounters(tokens))]
}

/** `session_info_changed`: a person or an extension named the session, or took its name away. */
export function readName(line: JsonObject): NormalizedEvent[] {
  return [{ type: 'session.title', payload: { title: cleanTitle(line.name), origin: 'human' } }]
}

/** The kinds of `agent_end`. */
export function agentEndKindOf(line: JsonObject): string {
  if (line.willRetry === true) return 'agent_end/retry'
  return lastAnswerOf(line) ? 'agent_end' : 'agent_end/unanswered'
}

/** `agent_end` that nothing follows: how it ended is in the last answer, for pi exits with 0 when a model call failed. */
export function readAgentEnd(line: JsonObject, clip: number): NormalizedEvent[] {
  const answer = lastAnswerOf(line)
  if (!answer) return []
  const stopReason = text(answer.stopReason)
  const error = text(answer.errorMessage)
  if (stopReason === 'error') {
    const reason = reasonIn(error ?? '')
    return [sessionEndedEvent('failed', stopReason, readableError(error ?? ''), clip, { reason })]
  }
  const status = stopReason === 'aborted' ? 'interrupted' : 'succeeded'
  return [sessionEndedEvent(status, stopReason, wordsOf(answer) ?? error, clip)]
}

function lastAnswerOf(line: JsonObject): JsonObject | null {
  return objects(line.messages).findLast((message) => message.role === 'assistant') ?? null
}

function started(facts: StartFacts): NormalizedEvent {
  return sessionStartedEvent('pi', facts)
}
