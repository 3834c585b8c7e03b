import { obj, text } from '../../core/read.ts'

const REASON_BY_HTTP_STATUS: Readonly<Record<number, string>> = {
  401: 'auth',
  403: 'auth',
  404: 'model_not_found',
  429: 'rate_limit',
  503: 'overloaded',
  529: 'overloaded',
}

/** Words of providers that say more than the status does. */
const REASONS_IN_TEXT: readonly (readonly [RegExp, string])[] = [
  [/context_length_exceeded|maximum context length|context window|prompt is too long/i, 'context_limit'],
  [/content_filter|refusal/i, 'refusal'],
]

/** The status that an error's text begins with: `401: {…}` in 1.6.0, `401 Incorrect…` in 0.73.1. */
export function httpStatusIn(error: string): number | null {
  const digits = /^(\d{3})\b/.exec(error)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** Our word for why a model call failed. */
export function reasonIn(error: string): string {
  const told = REASONS_IN_TEXT.find(([words]) => words.test(error))
  return told?.[1] ?? REASON_BY_HTTP_STATUS[httpStatusIn(error) ?? 0] ?? 'api_error'
}

/** An error's text for a person: of a provider's JSON behind the status (1.6.0), its message. */
export function readableError(error: string): string {
  const body = /^(\d{3}: )(\{.*\})$/s.exec(error)
  const message = text(parseObject(body?.[2] ?? '')?.message)
  return message === null ? error : `${body?.[1] ?? ''}${message}`
}

function parseObject(json: string): Record<string, unknown> | null {
  try {
    return obj(JSON.parse(json))
  } catch {
    return null
  }
}
