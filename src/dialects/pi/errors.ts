import { type ReasonsInText, reasonInText, reasonOfHttpStatus } from '../../core/end-reason.ts'
import { parseObject } from '../../core/json.ts'
import { numberIn, text } from '../../core/read.ts'

/** Words of providers that say more than the status does. */
const REASONS_IN_TEXT: ReasonsInText = [
  [/context_length_exceeded|maximum context length|context window|prompt is too long/i, 'context_limit'],
  [/content_filter|refusal/i, 'refusal'],
]

/** The status that an error's text begins with: `401: {…}` in 1.6.0, `401 Incorrect…` in 0.73.1. */
export function httpStatusIn(error: string): number | null {
  return numberIn(/^(\d{3})\b/, error)
}

/** Our word for why a model call failed. */
export function reasonIn(error: string): string {
  return reasonInText(REASONS_IN_TEXT, error) ?? reasonOfHttpStatus(httpStatusIn(error) ?? 0)
}

/** An error's text for a person: of a provider's JSON behind the status (1.6.0), its message. */
export function readableError(error: string): string {
  const body = /^(\d{3}: )(\{.*\})$/s.exec(error)
  const message = text(parseObject(body?.[2])?.message)
  return message === null ? error : `${body?.[1] ?? ''}${message}`
}
