import { noticeEvent } from '../../core/build.ts'
import type { JsonObject, NormalizedEvent } from '../../core/events.ts'
import { describeCompaction, describeRetry, describeSwitch } from '../../core/notice-words.ts'
import { arr, num, obj, str, text } from '../../core/read.ts'

/** `api_retry` (from 2.1.112 on): the model is asked again after an error. */
export function readRetry(line: JsonObject, clip: number): NormalizedEvent[] {
  const code = num(line.error_status)
  const delayMs = num(line.retry_delay_ms)
  const attempt = num(line.attempt)
  const max = num(line.max_retries)
  const why = [code, str(line.error)].filter((part) => part !== null).join(' ')
  const words = `${describeRetry(attempt, max)}${why === '' ? '' : ` after ${why}`}`
  return noticeEvent(line, clip, 'retry', words, {
    attempt,
    max,
    delayMs: delayMs === null ? null : Math.round(delayMs),
    code,
  })
}

/** A retry inside a subagent (2.1.332) comes as `tool_progress`. */
export function readSubagentRetry(line: JsonObject, clip: number): NormalizedEvent[] {
  const retry = obj(line.subagent_retry)
  return retry ? readRetry({ ...line, ...retry }, clip) : []
}

/** `rate_limit_event`: a plain `raw` while all is allowed, else a notice. */
export function readRateLimit(line: JsonObject, clip: number): NormalizedEvent[] {
  const info = obj(line.rate_limit_info)
  const status = str(info?.status)
  if (status === null || status === 'allowed') return []
  const seconds = num(info?.resetsAt)
  const used = num(info?.utilization)
  const share = used === null ? '' : `, ${Math.round(used * 100)} % used`
  return noticeEvent(line, clip, 'rate_limit', `Rate limit: ${status.replaceAll('_', ' ')}${share}`, {
    resetsAt: seconds === null ? null : seconds * 1000,
  })
}

/** `compact_boundary`: the model no longer sees what came before. */
export function readCompaction(line: JsonObject, clip: number): NormalizedEvent[] {
  const facts = obj(line.compact_metadata)
  const before = num(facts?.pre_tokens)
  const after = num(facts?.post_tokens)
  return noticeEvent(line, clip, 'compaction', describeCompaction(before, after), {
    before,
    after,
    trigger: text(facts?.trigger),
  })
}

/** `status` after a compaction that failed; other status lines carry nothing for a person. */
export function readCompactResult(line: JsonObject, clip: number): NormalizedEvent[] {
  const why = text(line.compact_error)
  if (line.compact_result === 'success' && why === null) return []
  return noticeEvent(line, clip, 'warning', `Compaction: ${why ?? str(line.compact_result) ?? 'failed'}`)
}

/** A hook's outcome: a notice when it failed or blocked, else a plain `raw`. */
export function readHookResponse(line: JsonObject, clip: number): NormalizedEvent[] {
  const exitCode = num(line.exit_code)
  const outcome = str(line.outcome)
  if ((exitCode === null || exitCode === 0) && (outcome === null || outcome === 'success')) return []
  const said = (text(line.stderr) ?? text(line.output) ?? text(line.stdout) ?? '').trim()
  const name = str(line.hook_name) ?? str(line.hook_event) ?? 'hook'
  return noticeEvent(line, clip, 'hook', `Hook ${name} failed${said === '' ? '' : `: ${said}`}`, { exitCode })
}

/** A switch to another model, because of load (`model_fallback`) or a refusal (`model_refusal_fallback`). */
export function readFallback(line: JsonObject, clip: number): NormalizedEvent[] {
  const from = text(line.original_model)
  const to = text(line.fallback_model)
  const words = text(line.content) ?? describeSwitch(from, to)
  return noticeEvent(line, clip, 'fallback', words, { from, to, trigger: text(line.trigger) })
}

/** The model refused and no other one took over. */
export function readRefusal(line: JsonObject, clip: number): NormalizedEvent[] {
  const why = text(line.api_refusal_explanation) ?? text(line.api_refusal_category)
  const words = text(line.content) ?? `${text(line.original_model) ?? 'The model'} refused to answer`
  return noticeEvent(line, clip, 'warning', why === null ? words : `${words}: ${why}`)
}

/** `permission_denied`: a call was not allowed. */
export function readDenied(line: JsonObject, clip: number): NormalizedEvent[] {
  const tool = text(line.tool_name)
  const why = text(line.message) ?? text(line.decision_reason)
  return noticeEvent(line, clip, 'denied', `Denied: ${tool ?? 'a call'}`, {
    callId: text(line.tool_use_id),
    tool,
    by: text(line.decision_reason_type),
    why,
  })
}

/** Lines that are a remark for a person: `informational`, `notification`. */
export function readRemark(line: JsonObject, clip: number): NormalizedEvent[] {
  const words = text(line.content) ?? text(line.text)
  if (words === null) return []
  const level = str(line.level)
  return noticeEvent(line, clip, level === 'warning' || level === 'error' ? level : 'info', words)
}

/** Lines that report trouble of the CLI's own: their message, or what kind they are. */
export function readTrouble(line: JsonObject, clip: number): NormalizedEvent[] {
  const failed = arr(line.failed).length > 0 ? `${arr(line.failed).length} files failed` : null
  const words = text(line.error) ?? text(line.reason) ?? text(line.error_code) ?? failed
  if (words === null) return []
  const what = str(line.subtype) ?? str(line.type) ?? 'trouble'
  return noticeEvent(line, clip, 'warning', `${what.replaceAll('_', ' ')}: ${words}`)
}

/**
 * `conversation_reset` (/clear, from 2.1.200 on): what follows is a new conversation with an empty context. Its id is not
 * the new session's (2.1.200, 2.1.332): that one comes with the next `init`.
 */
export function readReset(line: JsonObject, clip: number): NormalizedEvent[] {
  return noticeEvent(line, clip, 'reset', 'Conversation cleared', {
    conversationId: text(line.new_conversation_id),
  })
}

/** A control request that was refused. */
export function readControlError(line: JsonObject, clip: number): NormalizedEvent[] {
  const why = text(obj(line.response)?.error)
  return noticeEvent(line, clip, 'warning', `Control request failed${why === null ? '' : `: ${why}`}`)
}
