import { noticeEvent } from '../../core/build.ts'
import type { JsonObject, JsonValue, NormalizedEvent } from '../../core/events.ts'
import { describeSwitch } from '../../core/notice-words.ts'
import { arr, num, obj, objects, str, text } from '../../core/read.ts'
import { errorNotice } from './errors.ts'

/** `error`: the model is asked again (`willRetry`), or the turn fails, which its end repeats. */
export function readError(line: JsonObject, clip: number): NormalizedEvent[] {
  const params = obj(line.params)
  return errorNotice(line, clip, text(obj(params?.error)?.message), params?.willRetry === true)
}

/** A request of the client that was refused. */
export function readRefusal(line: JsonObject, clip: number): NormalizedEvent[] {
  const why = text(obj(line.error)?.message)
  return noticeEvent(line, clip, 'warning', `Request failed${why === null ? '' : `: ${why}`}`)
}

/** Lines that warn in words: `message`, or `summary` with `details`. */
export function readWarning(line: JsonObject, clip: number): NormalizedEvent[] {
  const params = obj(line.params)
  const words = text(params?.message) ?? text(params?.summary)
  if (words === null) return []
  const details = text(params?.details)
  return noticeEvent(line, clip, 'warning', details === null ? words : `${words}\n${details}`)
}

/** `windows/worldWritableWarning`: folders that anyone may write to. */
export function readWorldWritable(line: JsonObject, clip: number): NormalizedEvent[] {
  const paths = arr(obj(line.params)?.samplePaths).flatMap((path) => text(path) ?? [])
  return noticeEvent(line, clip, 'warning', `Anyone may write to: ${paths.join(', ')}`)
}

/** `model/rerouted`: another model answers. */
export function readReroute(line: JsonObject, clip: number): NormalizedEvent[] {
  const params = obj(line.params)
  const from = text(params?.fromModel)
  const to = text(params?.toModel)
  const facts = { from, to, trigger: text(params?.reason) }
  return noticeEvent(line, clip, 'fallback', describeSwitch(from, to), facts)
}

/** `hook/completed`: a notice when the hook failed, blocked or stopped something, else a plain `raw`. */
export function readHook(line: JsonObject, clip: number): NormalizedEvent[] {
  const run = obj(obj(line.params)?.run)
  const status = text(run?.status)
  if (status === null || status === 'completed' || status === 'running') return []
  const said = objects(run?.entries).flatMap((entry) => text(entry.text) ?? [])
  const why = text(run?.statusMessage) ?? said.join('\n')
  const words = `Hook ${text(run?.eventName) ?? ''} ${status}${why === '' ? '' : `: ${why}`}`
  return noticeEvent(line, clip, 'hook', words)
}

/** `mcpServer/startupStatus/updated`: a notice when a server did not start, else a plain `raw`. */
export function readServerStatus(line: JsonObject, clip: number): NormalizedEvent[] {
  const params = obj(line.params)
  if (params?.status !== 'failed') return []
  const why = text(params.error) ?? text(params.failureReason)
  const words = `MCP server ${str(params.name) ?? ''} did not start${why === null ? '' : `: ${why}`}`
  return noticeEvent(line, clip, 'warning', words)
}

/** `account/rateLimits/updated`: a notice when a limit is reached, else a plain `raw`. */
export function readRateLimits(line: JsonObject, clip: number): NormalizedEvent[] {
  const limits = obj(obj(line.params)?.rateLimits)
  const reached = text(limits?.rateLimitReachedType)
  const full = [obj(limits?.primary), obj(limits?.secondary)].find(isUsedUp)
  if (reached === null && !full) return []
  const seconds = num(full?.resetsAt)
  const words = `Rate limit reached${reached === null ? '' : `: ${reached.replaceAll('_', ' ')}`}`
  return noticeEvent(line, clip, 'rate_limit', words, { resetsAt: seconds === null ? null : seconds * 1_000 })
}

/** Whether such a line states any limit at all; with a provider of its own it never does. */
export function statesLimits(value: JsonValue | undefined): boolean {
  const { limitId: _id, ...stated } = obj(value) ?? {}
  return Object.values(stated).some((entry) => entry !== null)
}

function isUsedUp(limit: JsonObject | null): boolean {
  return (num(limit?.usedPercent) ?? 0) >= 100
}
