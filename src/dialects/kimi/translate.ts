import {
  messageEvent,
  noticeEvent,
  type StartFacts,
  sessionEndedEvent,
  sessionStartedEvent,
} from '../../core/build.ts'
import { type KindRule, mapped, notice } from '../../core/dialect.ts'
import type { JsonObject, NormalizedEvent } from '../../core/events.ts'
import { describeRetry } from '../../core/notice-words.ts'
import { num, objects, str, text } from '../../core/read.ts'
import { readCall, readPlan, readResult } from './calls.ts'

/** Every kind of line that Kimi Code prints. */
export const kinds: Readonly<Record<string, KindRule>> = {
  assistant: mapped(readAssistant),
  tool: mapped(readResult),
  'meta/system.version': mapped((line) => [started({ harnessVersion: text(line.version) })]),
  'meta/session.resume_hint': mapped(readEnd),
  'meta/turn.step.retrying': notice(readRetry),
}

/** The kind of a line: its role, with the type of a meta line. */
export function kindOf(line: JsonObject): string | null {
  return line.role === 'meta' ? `meta/${str(line.type)}` : str(line.role)
}

function readAssistant(line: JsonObject, clip: number): NormalizedEvent[] {
  const said = text(line.content)
  const calls = objects(line.tool_calls)
  return [
    ...(said === null ? [] : [messageEvent('assistant', said, clip)]),
    ...calls.map((call) => readCall(call, clip)),
    ...calls.flatMap(readPlan),
  ]
}

/** The last line of a run that went well, and the only one that names the session. */
function readEnd(line: JsonObject, clip: number): NormalizedEvent[] {
  return [started({ sessionId: text(line.session_id) }), sessionEndedEvent('succeeded', null, null, clip)]
}

function readRetry(line: JsonObject, clip: number): NormalizedEvent[] {
  const attempt = num(line.failed_attempt)
  const max = num(line.max_attempts)
  const delayMs = num(line.delay_ms)
  const code = num(line.status_code)
  const why = text(line.error_message) ?? text(line.error_name)
  const words = `${describeRetry(attempt, max)}${why === null ? '' : ` after: ${why}`}`
  const facts = { attempt, max, delayMs: delayMs === null ? null : Math.round(delayMs), code }
  return noticeEvent(line, clip, 'retry', words, facts)
}

function started(facts: StartFacts): NormalizedEvent {
  return sessionStartedEvent('kimi-code', facts)
}
