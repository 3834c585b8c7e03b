import { sessionEndedEvent } from '../../core/build.ts'
import { type ReasonsInText, reasonInText, reasonOfHttpStatus } from '../../core/end-reason.ts'
import type { JsonObject, NormalizedEvent } from '../../core/events.ts'
import { numberIn, obj, str } from '../../core/read.ts'
import { readSessionUsage } from './usage.ts'

/** How the program shows an error of the API as text. */
export const API_ERROR: RegExp = /^\[API Error: /

/** Where the error says no status, its words tell. */
const REASONS_IN_TEXT: ReasonsInText = [
  [/\b(?:maximum context length|token count exceeds|context length)\b/i, 'context_limit'],
  [/^Missing API key\b|\bAPI key not valid\b/, 'auth'],
]

/** Events of a `result` line. 0.15.10 calls API errors a success, so their text is asked. */
export function readResult(line: JsonObject, clip: number): NormalizedEvent[] {
  const said = str(line.result) ?? str(obj(line.error)?.message)
  const isError =
    line.is_error === true || (str(line.subtype) ?? '').startsWith('error') || API_ERROR.test(said ?? '')
  const status = isError ? 'failed' : 'succeeded'
  const end = sessionEndedEvent(status, null, said, clip, { reason: isError ? reasonOf(said ?? '') : null })
  return [readSessionUsage(line), end]
}

function reasonOf(said: string): string | null {
  const told = reasonInText(REASONS_IN_TEXT, said)
  if (told !== null || !API_ERROR.test(said)) return told
  return reasonOfHttpStatus(numberIn(/^\[API Error: (\d{3})\b/, said) ?? 0)
}
