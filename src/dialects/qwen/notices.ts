import { noticeEvent } from '../../core/build.ts'
import type { JsonObject, NormalizedEvent } from '../../core/events.ts'
import { describeRetry, describeSwitch } from '../../core/notice-words.ts'
import { num, obj, text } from '../../core/read.ts'

/** `system/retry` (0.24.4): the model is asked again; only retries after a delay say which attempt it is. */
export function readRetry(line: JsonObject, clip: number): NormalizedEvent[] {
  const data = obj(line.data)
  const attempt = num(data?.attempt)
  const max = num(data?.maxRetries)
  const words = attempt === null ? 'Retry' : describeRetry(attempt, max)
  const facts = { attempt, max, delayMs: num(data?.delayMs) }
  return noticeEvent(line, clip, 'retry', words, facts)
}

/** `system/model_fallback`: another model takes over. */
export function readFallback(line: JsonObject, clip: number): NormalizedEvent[] {
  const data = obj(line.data)
  const from = text(data?.fromModel)
  const to = text(data?.toModel)
  return noticeEvent(line, clip, 'fallback', describeSwitch(from, to), {
    from,
    to,
    code: num(data?.statusCode),
  })
}
