import { sessionEndedEvent } from '../../core/build.ts'
import { type ReasonsInText, reasonInText, reasonOfHttpStatus } from '../../core/end-reason.ts'
import type { JsonObject, NormalizedEvent } from '../../core/events.ts'
import { arr, num, numberIn, obj, str, text } from '../../core/read.ts'
import { readSessionUsage } from './usage.ts'

/** Words of `terminal_reason` (2.1.112 on) and of error subtypes (all versions), for us. */
const REASON_BY_WORD: Readonly<Record<string, string>> = {
  max_turns: 'max_turns',
  error_max_turns: 'max_turns',
  budget_exhausted: 'budget',
  error_max_budget_usd: 'budget',
  structured_output_retry_exhausted: 'structured_output',
  error_max_structured_output_retries: 'structured_output',
  prompt_too_long: 'context_limit',
}

/** Where no key says why (1.0 and 2.0 have none), the text does. */
const REASONS_IN_TEXT: ReasonsInText = [
  [/^prompt is too long/i, 'context_limit'],
  [/^invalid api key\b/i, 'auth'],
  [/\boutput token maximum\b/, 'output_limit'],
]

/** Events of a `result` line: what was consumed, and how the turn ended. */
export function readResult(line: JsonObject, clip: number): NormalizedEvent[] {
  return [readSessionUsage(line), readEnd(line, clip)]
}

function readEnd(line: JsonObject, clip: number): NormalizedEvent {
  const subtype = str(line.subtype) ?? ''
  const isErrorSubtype = subtype.startsWith('error')
  const status = statusOf(line, isErrorSubtype)
  // 1.0 and 2.0 say why a limit was hit in the subtype alone; on 2.1 `stop_reason` is the model's, not the turn's.
  const stopReason = isErrorSubtype ? subtype : str(line.stop_reason)
  const summary = str(line.result) ?? (status === 'interrupted' ? null : errorsOf(line))
  const background = obj(line.origin)?.kind === 'task-notification'
  return sessionEndedEvent(status, stopReason, summary, clip, {
    reason: status === 'failed' ? reasonOf(line, subtype) : null,
    origin: background ? 'background' : null,
  })
}

/** `subtype` alone does not tell: API errors are "success" with `is_error`, limits on 1.0 and 2.0 have no `is_error`. */
function statusOf(line: JsonObject, isErrorSubtype: boolean): 'succeeded' | 'failed' | 'interrupted' {
  if (str(line.terminal_reason)?.startsWith('aborted')) return 'interrupted'
  return line.is_error === true || isErrorSubtype ? 'failed' : 'succeeded'
}

function reasonOf(line: JsonObject, subtype: string): string | null {
  const word = REASON_BY_WORD[str(line.terminal_reason) ?? ''] ?? REASON_BY_WORD[subtype]
  if (word) return word
  if (line.stop_reason === 'refusal') return 'refusal'
  const said = str(line.result) ?? ''
  const told = reasonInText(REASONS_IN_TEXT, said)
  if (told !== null) return told
  // 1.0 and 2.0 say the status only in the text: `API Error: 529 {...}`.
  const status = num(line.api_error_status) ?? numberIn(/^API Error: (\d{3})\b/, said)
  if (status !== null) return reasonOfHttpStatus(status)
  return line.terminal_reason === 'api_error' || /^API Error\b/.test(said) ? 'api_error' : null
}

function errorsOf(line: JsonObject): string | null {
  const errors = arr(line.errors).flatMap((error) => text(error) ?? [])
  return errors.length === 0 ? null : errors.join('\n')
}
