import {
  mcpServersOf,
  noticeEvent,
  type StartFacts,
  sessionEndedEvent,
  sessionStartedEvent,
  sessionUsageEvent,
  titleEvents,
} from '../../core/build.ts'
import { reasonOfHttpStatus } from '../../core/end-reason.ts'
import type { JsonObject, NormalizedEvent } from '../../core/events.ts'
import { modelFacts } from '../../core/models.ts'
import { count, entryOf, num, obj, str, text } from '../../core/read.ts'

/** `session.tools_updated`: the first line that names the model. */
export function readModel(line: JsonObject): NormalizedEvent[] {
  return [startedEvent(modelFacts(text(obj(line.data)?.model)))]
}

/** `session.start` and `session.resume`, which 1.0.102 only writes to its own file. */
export function readStart(line: JsonObject): NormalizedEvent[] {
  const data = obj(line.data)
  const facts = {
    ...modelFacts(text(data?.selectedModel)),
    cwd: text(obj(data?.context)?.cwd),
    sessionId: text(data?.sessionId),
    harnessVersion: text(data?.copilotVersion),
  }
  return [startedEvent(facts)]
}

/** `session.model_change`. */
export function readModelChange(line: JsonObject): NormalizedEvent[] {
  return [startedEvent(modelFacts(text(obj(line.data)?.newModel)))]
}

/** `session.mcp_servers_loaded`. */
export function readServers(line: JsonObject): NormalizedEvent[] {
  return [startedEvent({ mcpServers: mcpServersOf(obj(line.data)?.servers) })]
}

/** `session.title_changed`. */
export function readTitle(line: JsonObject): NormalizedEvent[] {
  return titleEvents(obj(line.data)?.title, 'agent')
}

/** `result`: the session's id, its duration over all its processes, and how this one ended. Why is in `session.error`. */
export function readResult(line: JsonObject, clip: number): NormalizedEvent[] {
  const sessionId = text(line.sessionId)
  const durationMs = count(obj(line.usage)?.sessionDurationMs)
  const status = line.exitCode === 0 ? 'succeeded' : 'failed'
  return [
    startedEvent({ sessionId }),
    sessionUsageEvent({ durationMs, covers: 'thread', sessionId }),
    sessionEndedEvent(status, null, null, clip),
  ]
}

/** `abort`: the last line of a run that a person interrupted (1.0.102 exits 0 then, without a `result`). */
export function readAbort(line: JsonObject, clip: number): NormalizedEvent[] {
  return [sessionEndedEvent('interrupted', text(obj(line.data)?.reason), null, clip)]
}

const REASONS: Readonly<Record<string, string>> = {
  authentication: 'auth',
  authorization: 'auth',
  rate_limit: 'rate_limit',
  quota: 'rate_limit',
  context_limit: 'context_limit',
  // A request to the model that failed in any other way.
  query: 'api_error',
}

/** `session.error`: what went wrong, in words for a person. */
export function readError(line: JsonObject, clip: number): NormalizedEvent[] {
  const data = obj(line.data)
  const kind = str(data?.errorType) ?? ''
  const status = num(data?.statusCode)
  const known = entryOf(REASONS, kind)
  const reason = known === 'api_error' && status !== null ? reasonOfHttpStatus(status) : known
  const words = text(data?.message) ?? `The session met an error${kind === '' ? '' : `: ${kind}`}`
  return noticeEvent(line, clip, 'error', words, { reason, code: status })
}

function startedEvent(facts: StartFacts): NormalizedEvent {
  return sessionStartedEvent('copilot-cli', facts)
}
