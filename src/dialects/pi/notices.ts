import { noticeEvent, requestEvent } from '../../core/build.ts'
import type { JsonObject, NormalizedEvent } from '../../core/events.ts'
import { describeCompaction, describeRetry } from '../../core/notice-words.ts'
import { count, num, obj, str, strings, text } from '../../core/read.ts'
import { httpStatusIn, readableError } from './errors.ts'
import { readSideUsage } from './usage.ts'

/** `auto_retry_start`, `summarization_retry_scheduled`: the model is asked again after an error. */
export function readRetry(line: JsonObject, clip: number): NormalizedEvent[] {
  const attempt = num(line.attempt)
  const max = num(line.maxAttempts)
  const error = text(line.errorMessage)
  const words = `${describeRetry(attempt, max)}${error === null ? '' : ` after ${readableError(error)}`}`
  const code = error === null ? null : httpStatusIn(error)
  return noticeEvent(line, clip, 'retry', words, { attempt, max, delayMs: num(line.delayMs), code })
}

/** `auto_retry_end`. */
export function readRetryEnd(line: JsonObject, clip: number): NormalizedEvent[] {
  const attempt = num(line.attempt)
  const error = text(line.finalError)
  const outcome =
    line.success === true ? 'succeeded' : `failed${error === null ? '' : `: ${readableError(error)}`}`
  return noticeEvent(line, clip, 'retry', `Retry ${attempt ?? '?'} ${outcome}`, { attempt })
}

/** `compaction_end`: what the model no longer sees, and what the summary cost; or why there is none. */
export function readCompaction(line: JsonObject, clip: number): NormalizedEvent[] {
  const result = obj(line.result)
  if (!result) {
    const why = text(line.errorMessage) ?? (line.aborted === true ? 'aborted' : 'failed')
    return noticeEvent(line, clip, 'warning', `Compaction: ${why}`)
  }
  const before = count(result.tokensBefore)
  const after = count(result.estimatedTokensAfter)
  const facts = { before, after, trigger: text(line.reason) }
  return [
    ...noticeEvent(line, clip, 'compaction', describeCompaction(before, after), facts),
    ...readSideUsage(obj(result.usage)),
  ]
}

/** `entry_appended` of a call that keeps the provider's cache warm, or of another call beside the conversation. */
export function readUsageEntry(line: JsonObject): NormalizedEvent[] {
  const entry = obj(line.entry)
  return readSideUsage(obj(entry?.usage), { model: str(entry?.model) })
}

/** `extension_error`: a handler of an extension threw. */
export function readExtensionError(line: JsonObject, clip: number): NormalizedEvent[] {
  const error = text(line.error) ?? 'unknown error'
  return noticeEvent(line, clip, 'warning', `Extension ${text(line.extensionPath) ?? ''}: ${error}`)
}

/** `extension_ui_request` with the method `notify`. */
export function readRemark(line: JsonObject, clip: number): NormalizedEvent[] {
  const level = str(line.notifyType)
  const kind = level === 'warning' || level === 'error' ? level : 'info'
  return noticeEvent(line, clip, kind, str(line.message) ?? '')
}

/** `extension_ui_request` with a dialog: rpc mode waits for the answer on its stdin. */
export function readQuestion(line: JsonObject, clip: number): NormalizedEvent[] {
  const words = [text(line.title), text(line.message)].filter((part) => part !== null).join(': ')
  return requestEvent(line, clip, 'question', text(line.id), words, {
    options: strings(line.options).map((option) => ({ id: option, label: option, kind: null })),
  })
}

/** A command of rpc mode that failed. */
export function readFailure(line: JsonObject, clip: number): NormalizedEvent[] {
  const error = text(line.error) ?? 'failed'
  return noticeEvent(line, clip, 'warning', `Command ${text(line.command) ?? ''}: ${error}`)
}
