import { sessionEndedEvent, sessionStartedEvent } from '../../core/build.ts'
import { reasonOfHttpStatus } from '../../core/end-reason.ts'
import type { JsonObject, NormalizedEvent } from '../../core/events.ts'
import { entryOf, num, obj, str, text } from '../../core/read.ts'

const REASON_BY_ERROR: Readonly<Record<string, string>> = {
  ProviderAuthError: 'auth',
  ContextOverflowError: 'context_limit',
  MessageOutputLengthError: 'output_limit',
  StructuredOutputError: 'structured_output',
  ContentFilterError: 'refusal',
  ProviderModelNotFoundError: 'model_not_found',
  APIError: 'api_error',
}

/** A session of opencode: its id is all that its lines say of it. */
export function readStart(line: JsonObject): NormalizedEvent[] {
  return [sessionStartedEvent('opencode', { sessionId: text(line.sessionID) })]
}

/**
 * `error`: the end of a run. It also states the session, because an error in the first call comes without any step
 * before it (1.1.34, 1.18.33).
 */
export function readError(line: JsonObject, clip: number): NormalizedEvent[] {
  const error = obj(line.error)
  const data = obj(error?.data)
  const name = str(error?.name)
  const status = name === 'MessageAbortedError' ? 'interrupted' : 'failed'
  const httpStatus = num(data?.statusCode)
  const told = httpStatus === null ? 'api_error' : reasonOfHttpStatus(httpStatus)
  const reason = told === 'api_error' ? entryOf(REASON_BY_ERROR, name) : told
  const summary = text(data?.message) ?? name
  return [...readStart(line), sessionEndedEvent(status, null, summary, clip, { reason })]
}
