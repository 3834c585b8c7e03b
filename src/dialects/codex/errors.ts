import { noticeEvent, sessionEndedEvent } from '../../core/build.ts'
import type { JsonObject, JsonValue, NormalizedEvent } from '../../core/events.ts'
import { num, str } from '../../core/read.ts'
import { failureReason, failureText, failureWord, httpStatusIn } from './failure.ts'

/** How Codex says that it asks the model again: with a newer word, and with the one of 0.42.0. */
const RETRIES: readonly RegExp[] = [
  /^Reconnecting\.\.\. (?<attempt>\d+)\/(?<max>\d+)(?: \((?<why>[\s\S]*)\))?$/,
  /^stream error: (?<why>[\s\S]*); retrying (?<attempt>\d+)\/(?<max>\d+) in (?<delay>[\d.]+)(?<unit>ms|s)/,
]

/**
 * An error that is not an end: a retry where the text says so (or the line does), else an error, which the end of the
 * turn repeats.
 */
export function errorNotice(
  line: JsonObject,
  clip: number,
  message: string | null,
  willRetry = false,
): NormalizedEvent[] {
  if (message === null) return []
  const retry = RETRIES.map((words) => words.exec(message)?.groups).find((groups) => groups !== undefined)
  if (!retry && !willRetry) return noticeEvent(line, clip, 'error', failureText(message))
  const why = retry ? retry.why : failureText(message)
  const words = retry ? `Retry ${retry.attempt} of ${retry.max}` : 'Retry'
  return noticeEvent(line, clip, 'retry', why === undefined ? words : `${words}: ${why}`, {
    attempt: numberIn(retry?.attempt),
    max: numberIn(retry?.max),
    delayMs: delayOf(retry?.delay, retry?.unit),
    code: httpStatusIn(message),
  })
}

/** The end of a turn that failed, with what is known of why. */
export function failedEnd(message: JsonValue | undefined, clip: number, info?: JsonValue): NormalizedEvent {
  const words = str(message) ?? ''
  const reason = failureReason(words, info)
  return sessionEndedEvent('failed', failureWord(info), failureText(words), clip, { reason })
}

function numberIn(digits: string | undefined): number | null {
  return digits === undefined ? null : num(Number(digits))
}

function delayOf(delay: string | undefined, unit: string | undefined): number | null {
  const figure = numberIn(delay)
  return figure === null ? null : Math.round(unit === 's' ? figure * 1_000 : figure)
}
