import { noticeEvent, sessionEndedEvent } from '../../core/build.ts'
import { reasonOfHttpStatus } from '../../core/end-reason.ts'
import type { JsonObject, NormalizedEvent } from '../../core/events.ts'
import { parseObject } from '../../core/json.ts'
import { num, obj, str, text } from '../../core/read.ts'
import { readStats } from './usage.ts'

/**
 * Events of the `result` line. That an answer was cut at its limit or by the safety filter is not said (0.61.0): it reads as
 * success.
 */
export function readResult(line: JsonObject, clip: number): NormalizedEvent[] {
  const usage = readStats(obj(line.stats))
  if (line.status === 'success') return [usage, sessionEndedEvent('succeeded', null, null, clip)]
  const error = obj(line.error)
  const said = str(error?.message)
  const end = sessionEndedEvent('failed', text(error?.type), said, clip, {
    reason: reasonOf(error, said ?? ''),
  })
  return [usage, end]
}

/** `error`: a warning after which the run goes on, or the words for a result that has none of its own. */
export function readError(line: JsonObject, clip: number): NormalizedEvent[] {
  const kind = line.severity === 'error' ? 'error' : 'warning'
  return noticeEvent(line, clip, kind, text(line.message) ?? 'The CLI reports an error')
}

function reasonOf(error: JsonObject | null, said: string): string | null {
  if (error?.type === 'FatalTurnLimitedError') return 'max_turns'
  const body = readBody(said)
  if (body?.code === 'context_length_exceeded') return 'context_limit'
  const status = num(body?.code)
  if (status !== null) return reasonOfHttpStatus(status)
  if (/\brate limit\b|\bquota\b/i.test(said)) return 'rate_limit'
  return said.startsWith('[API Error') ? 'api_error' : null
}

/** The API's own answer is JSON inside the message: `[API Error: {"error":{…}}]`. */
function readBody(said: string): JsonObject | null {
  return obj(parseObject(/^\[API Error: (\{.*\})\]/s.exec(said)?.[1])?.error)
}
