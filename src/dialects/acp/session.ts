import { sessionEndedEvent, sessionStartedEvent, titleEvents } from '../../core/build.ts'
import { reasonOfHttpStatus } from '../../core/end-reason.ts'
import type { JsonObject, NormalizedEvent } from '../../core/events.ts'
import { contextWindowOf } from '../../core/models.ts'
import { count, entryOf, num, numberIn, obj, objects, str, text } from '../../core/read.ts'
import { readTurnUsage } from './usage.ts'

type EndStatus = 'succeeded' | 'failed' | 'interrupted'

const ENDINGS: Readonly<Record<string, { status: EndStatus; reason: string | null }>> = {
  end_turn: { status: 'succeeded', reason: null },
  max_tokens: { status: 'succeeded', reason: null },
  max_turn_requests: { status: 'failed', reason: 'max_turns' },
  refusal: { status: 'failed', reason: 'refusal' },
  cancelled: { status: 'interrupted', reason: null },
}

/** JSON-RPC code by which an agent says that nobody is logged in. */
export const AUTH_REQUIRED = -32_000

/** The answer to `initialize`: who the agent is. */
export function readInitialized(line: JsonObject): NormalizedEvent[] {
  const agent = obj(obj(line.result)?.agentInfo)
  return [sessionStartedEvent(text(agent?.name), { harnessVersion: text(agent?.version) })]
}

/** The answer to `session/new` or `session/load`: the session and its model. */
export function readSession(line: JsonObject): NormalizedEvent[] {
  const result = obj(line.result) ?? {}
  return [sessionStartedEvent(null, { ...readModel(result), sessionId: text(result.sessionId) })]
}

/** The answer to `session/prompt`: the turn is over. */
export function readPromptEnd(line: JsonObject, clip: number): NormalizedEvent[] {
  const result = obj(line.result) ?? {}
  const stopReason = str(result.stopReason)
  const known = entryOf(ENDINGS, stopReason)
  const usage = readTurnUsage(result)
  const end = sessionEndedEvent(known?.status ?? 'succeeded', stopReason, null, clip, {
    reason: known?.reason ?? null,
  })
  return usage ? [usage, end] : [end]
}

/** An answer that is an error. Which request failed is not said: without it the session cannot go on. */
export function readError(line: JsonObject, clip: number): NormalizedEvent[] {
  const error = obj(line.error)
  const data = obj(error?.data)
  const said = text(data?.message) ?? text(data?.details) ?? text(error?.message)
  // The Claude agent (0.49.0) states a kind, the others a code or words.
  const isLimit = data?.errorKind === 'max_output_tokens'
  const reason = isLimit ? 'output_limit' : reasonOf(num(error?.code), said ?? '')
  return [sessionEndedEvent('failed', null, said, clip, { reason })]
}

/** `session_info_update`: the session's name. */
export function readTitle(line: JsonObject): NormalizedEvent[] {
  return titleEvents(obj(obj(line.params)?.update)?.title, 'agent')
}

/** Qwen Code and Kimi name the model by a handle of their own, and by its name beside it. */
function readModel(result: JsonObject): { model: string | null; contextWindow: number | null } {
  const models = obj(result.models)
  const option = objects(result.configOptions).find((one) => one.id === 'model')
  const id = text(models?.currentModelId) ?? text(option?.currentValue)
  const known =
    objects(models?.availableModels).find((one) => one.modelId === id) ??
    objects(option?.options).find((one) => one.value === id)
  const isHandle = id !== null && !/^[A-Za-z0-9][\w.:/@[\]-]*$/.test(id)
  const model = isHandle ? (text(known?.name) ?? id) : id
  return { model, contextWindow: count(obj(known?._meta)?.contextLimit) ?? contextWindowOf(model) }
}

function reasonOf(code: number | null, said: string): string | null {
  if (code === AUTH_REQUIRED || /auth/i.test(said)) return 'auth'
  const status = code !== null && code >= 400 && code < 600 ? code : numberIn(/\b([45]\d\d)\b/, said)
  return status === null ? null : reasonOfHttpStatus(status)
}
