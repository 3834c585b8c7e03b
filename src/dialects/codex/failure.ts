import { type ReasonsInText, reasonInText, reasonOfHttpStatus } from '../../core/end-reason.ts'
import { parseObject } from '../../core/json.ts'
import { entryOf, num, numberIn, obj, text } from '../../core/read.ts'

/** Words of the app-server's `codexErrorInfo` (0.171.0), as a string or as the only key of an object. */
const REASON_BY_INFO: Readonly<Record<string, string>> = {
  contextWindowExceeded: 'context_limit',
  sessionBudgetExceeded: 'budget',
  usageLimitExceeded: 'rate_limit',
  rateLimitExceeded: 'rate_limit',
  flexUnavailable: 'overloaded',
  serverOverloaded: 'overloaded',
  policyCapacityUnavailable: 'overloaded',
  modelNotFound: 'model_not_found',
  inferenceHookDenied: 'hook',
  cyberPolicy: 'refusal',
  bioPolicy: 'refusal',
  misalignmentPolicyViolation: 'refusal',
  tooManyDenials: 'permission',
  unauthorized: 'auth',
  internalServerError: 'api_error',
  badRequest: 'api_error',
}

/** What exec says of a failure is only its text (0.42.0 to 0.171.0). */
const REASONS_IN_TEXT: ReasonsInText = [
  [/ran out of room in the model.s context window|context_length_exceeded/i, 'context_limit'],
  [/reason: max_output_tokens/i, 'output_limit'],
  [/reason: content_filter|flagged for/i, 'refusal'],
  [/usage limit|quota exceeded|rate.?limit/i, 'rate_limit'],
  [/at capacity|overloaded/i, 'overloaded'],
  [/^missing environment variable|api key|not logged in|log ?in again|access token/i, 'auth'],
  [/^the model `[^`]*` does not exist|model_not_found/i, 'model_not_found'],
  // What 0.142.5 and 0.171.0 say of any HTTP 500.
  [/experiencing high demand/i, 'api_error'],
  [
    /^stream (?:error|disconnected)|^exceeded retry limit|^connection failed|error sending request/i,
    'api_error',
  ],
]

const STATUS_IN_TEXT = /\b(?:unexpected|last) status:? (\d{3})\b/

/** Why a turn failed, in a published word; null where neither key nor text says. */
export function failureReason(message: string, info?: unknown): string | null {
  const word = failureWord(info)
  const known = entryOf(REASON_BY_INFO, word)
  if (known !== null) return known
  const status = httpStatusIn(message) ?? num(obj(obj(info)?.[word ?? ''])?.httpStatusCode)
  if (status !== null) return reasonOfHttpStatus(status)
  return reasonInText(REASONS_IN_TEXT, message) ?? (apiErrorIn(message) === null ? null : 'api_error')
}

/** The app-server's own word for a failure, a string or the only key of an object; null for none. */
export function failureWord(info: unknown): string | null {
  return text(info) ?? Object.keys(obj(info) ?? {})[0] ?? null
}

/** The HTTP status that a message names; null for none. */
export function httpStatusIn(message: string): number | null {
  return numberIn(STATUS_IN_TEXT, message)
}

/** The message for a person: of an error whose text is the API's JSON (HTTP 400), the words in it. */
export function failureText(message: string): string {
  return apiErrorIn(message) ?? message
}

function apiErrorIn(message: string): string | null {
  return message.startsWith('{') ? text(obj(parseObject(message)?.error)?.message) : null
}
