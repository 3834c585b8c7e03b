import { type ClippedText, clipText } from './clip.ts'
import { noCounters, promptTokens, sumOfCounters } from './counters.ts'
import type {
  BackgroundTask,
  JsonObject,
  JsonValue,
  MessagePayload,
  NormalizedEvent,
  Notice,
  SessionStartedPayload,
  TokenCounters,
} from './events.ts'
import { planStatusOf } from './plan-status.ts'
import { count, objects, str, unlessEmpty } from './read.ts'
import { cleanTitle } from './title.ts'

/** Over this many UTF-16 units of JSON text an unmapped value is kept as clipped text. */
const MAX_RAW_JSON_LENGTH = 65_536
/** JSON nested deeper than this is kept as clipped text: recursive readers downstream stay safe. */
export const MAX_JSON_DEPTH = 500

/** The entries that say something: keys with `null` or `undefined` are left out. For the extra keys of a payload. */
export function stated<T extends Record<string, unknown>>(extra: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return withStated({}, extra) as { [K in keyof T]?: NonNullable<T[K]> }
}

/** Adds the entries that say something to a payload, in place: this runs for every event. */
function withStated(
  payload: Record<string, unknown>,
  extra: Record<string, unknown>,
): Record<string, unknown> {
  for (const key in extra) {
    const value = extra[key]
    if (value !== null && value !== undefined) payload[key] = value
  }
  return payload
}

/** Adds how a text was cut to the payload that holds it. */
function withCut(payload: Record<string, unknown>, clipped: ClippedText): Record<string, unknown> {
  payload.truncated = clipped.truncated
  if (clipped.originalLength !== undefined) payload.originalLength = clipped.originalLength
  return payload
}

const UNCUT: ClippedText = { text: '', truncated: false }

/** What a line may say of a session that begins. */
export type StartFacts = {
  [K in keyof Omit<SessionStartedPayload, 'harness'>]?: SessionStartedPayload[K] | null
}

/** A `session.started` event with the facts that are not null. */
export function sessionStartedEvent(
  harness: string | null,
  { model, contextWindow, cwd, sessionId, tools, harnessVersion, mcpServers }: StartFacts,
): NormalizedEvent {
  const payload: SessionStartedPayload = {
    harness,
    model: model ?? null,
    contextWindow: contextWindow ?? null,
    cwd: cwd ?? null,
    sessionId: sessionId ?? null,
    tools: tools ?? null,
  }
  if (harnessVersion) payload.harnessVersion = harnessVersion
  if (mcpServers) payload.mcpServers = mcpServers
  return { type: 'session.started', payload }
}

/** The `session.title` event of a title; none where the value is none. */
export function titleEvents(value: unknown, origin: 'human' | 'agent'): NormalizedEvent[] {
  const title = cleanTitle(value)
  return title === null ? [] : [{ type: 'session.title', payload: { title, origin } }]
}

/** The states of MCP servers for a `session.started` event; null where none is told of. */
export function mcpServersOf(servers: unknown): NonNullable<SessionStartedPayload['mcpServers']> | null {
  return unlessEmpty(objects(servers).map(({ name, status }) => ({ name: str(name), status: str(status) })))
}

/** A `message` event with its base keys and the extra keys that are not null. */
export function messageEvent(
  role: MessagePayload['role'],
  text: string,
  clip: number,
  extra: Record<string, unknown> = {},
): NormalizedEvent {
  const clipped = clipText(text, clip)
  return { type: 'message', payload: withStated(withCut({ role, text: clipped.text }, clipped), extra) }
}

/** A `thinking` event; an empty text means that the harness withheld it, and is marked `redacted`. */
export function thinkingEvent(
  text: string,
  clip: number,
  extra: Record<string, unknown> = {},
): NormalizedEvent {
  const clipped = clipText(text, clip)
  const payload = withCut({ text: clipped.text }, clipped)
  if (text === '') payload.redacted = true
  return { type: 'thinking', payload: withStated(payload, extra) }
}

/** A `tool.call` event. `input` is any JSON value (its text is kept) or null where the harness states none. */
export function toolCallEvent(
  callId: string | null,
  name: string | null,
  input: JsonValue | undefined,
  clip: number,
  extra: Record<string, unknown> = {},
): NormalizedEvent {
  const clipped = input === undefined || input === null ? null : clipText(JSON.stringify(input), clip)
  const payload = withCut({ callId, name, input: clipped?.text ?? null }, clipped ?? UNCUT)
  return { type: 'tool.call', payload: withStated(payload, extra) }
}

/**
 * A `tool.result` event. `output` is the readable text, or null where there is none. An exit code that is no whole number,
 * or a duration that is no time, is not one.
 */
export function toolResultEvent(
  callId: string | null,
  isError: boolean | null,
  output: string | null,
  clip: number,
  extra: Record<string, unknown> = {},
): NormalizedEvent {
  const clipped = output === null ? null : clipText(output, clip)
  const payload = withCut({ callId, isError, output: clipped?.text ?? null }, clipped ?? UNCUT)
  withStated(payload, extra)
  if ('exitCode' in payload && !Number.isSafeInteger(payload.exitCode)) delete payload.exitCode
  if ('durationMs' in payload && count(payload.durationMs) === null) delete payload.durationMs
  return { type: 'tool.result', payload }
}

/** A `usage` event of scope `session` with the facts that are not null. */
export function sessionUsageEvent(
  facts: Record<string, unknown>,
  counters: TokenCounters = noCounters(),
): NormalizedEvent {
  const { costUsd = null, turns = null, durationMs = null, ...extra } = facts
  const payload = { scope: 'session', ...counters, costUsd, turns, durationMs }
  return { type: 'usage', payload: withStated(payload, extra) }
}

/** How full the context is, where no call is stated that filled it. */
export function contextEvent(contextTokens: number | null, contextWindow: number | null): NormalizedEvent {
  const payload = { scope: 'call', model: null, ...noCounters(), contextTokens }
  return { type: 'usage', payload: withStated(payload, { contextWindow }) }
}

/** A change of one piece of work that goes on beside the turn; the call that began it is left out where nobody says. */
export function backgroundEvent(
  task: Omit<BackgroundTask, 'callId' | 'status'>,
  status: NonNullable<BackgroundTask['status']>,
  callId: string | null,
): NormalizedEvent {
  const change = withStated({ ...task, status }, { callId })
  return { type: 'session.background', payload: { tasks: [change], merge: true } }
}

/** The `usage` event of a call; none when every counter is zero or missing (error lines carry such). */
export function callUsageEvents(
  model: string | null,
  counters: TokenCounters,
  extra: Record<string, unknown> = {},
): NormalizedEvent[] {
  if (sumOfCounters(counters) === 0) return []
  const { inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens } = counters
  const isPromptSaid = inputTokens !== null || cacheReadTokens !== null || cacheCreationTokens !== null
  const contextTokens = isPromptSaid ? promptTokens(counters) : null
  const payload = {
    scope: 'call',
    model,
    inputTokens,
    outputTokens,
    cacheReadTokens,
    cacheCreationTokens,
    contextTokens,
  }
  return [{ type: 'usage', payload: withStated(payload, extra) }]
}

/** The `usage` event of a call beside the conversation, whose prompt is not the conversation's context. */
export function sideUsageEvents(
  model: string | null,
  counters: TokenCounters,
  extra: Record<string, unknown>,
): NormalizedEvent[] {
  const events = callUsageEvents(model, counters, extra)
  for (const { payload } of events) payload.contextTokens = null
  return events
}

/** A `session.ended` event. */
export function sessionEndedEvent(
  status: 'succeeded' | 'failed' | 'interrupted' | null,
  stopReason: string | null,
  summary: string | null,
  clip: number,
  extra: Record<string, unknown> = {},
): NormalizedEvent {
  const clipped = summary === null || summary === '' ? null : clipText(summary, clip)
  const cut = clipped?.truncated ? { truncated: true, originalLength: clipped.originalLength } : {}
  const payload = { status, stopReason, summary: clipped?.text ?? null, ...cut, ...stated(extra) }
  return { type: 'session.ended', payload }
}

/** The `plan` event of a whole list of steps, whose words are at `textKey`; none when the value is no list. */
export function planEvents(
  steps: unknown,
  textKey: string,
  extra: Record<string, unknown> = {},
): NormalizedEvent[] {
  if (!Array.isArray(steps)) return []
  const read = objects(steps).map((step) => ({ text: str(step[textKey]), status: planStatusOf(step.status) }))
  return [{ type: 'plan', payload: withStated({ steps: read }, extra) }]
}

/** A `raw` event of a parsed value, as text when it is too large or nested too deep to keep as JSON. */
export function rawJsonEvent(json: JsonValue, clip: number, notice?: Notice): NormalizedEvent {
  const marked = notice ? { notice } : {}
  const text = jsonText(json)
  if (text.length > MAX_RAW_JSON_LENGTH || nestsDeeperThan(json, MAX_JSON_DEPTH)) {
    return rawTextEvent(text, clip, notice)
  }
  return { type: 'raw', payload: { json, ...marked } }
}

/** A `raw` event of a whole line whose text is at hand. */
export function rawLineEvent(line: JsonObject, text: string, clip: number): NormalizedEvent {
  if (text.length > MAX_RAW_JSON_LENGTH || nestsDeeperThan(line, MAX_JSON_DEPTH))
    return rawTextEvent(text, clip)
  return { type: 'raw', payload: { json: line } }
}

/** A `raw` event of a text that is not JSON, or of JSON that is not kept as such. */
export function rawTextEvent(text: string, clip: number, notice?: Notice): NormalizedEvent {
  return { type: 'raw', payload: { ...clipText(text, clip), ...(notice ? { notice } : {}) } }
}

/** A notice with the facts that are not null. */
export function noticeOf(
  kind: string,
  text: string,
  facts: Record<string, JsonValue | undefined> = {},
): Notice {
  return { kind, text: clipText(text, 2_000).text, ...stated(facts) } as Notice
}

/** A line that has no type of its own and that a person should see: `raw` with a notice. */
export function noticeEvent(
  line: JsonObject,
  clip: number,
  kind: string,
  text: string,
  facts: Record<string, JsonValue | undefined> = {},
): NormalizedEvent[] {
  return [rawJsonEvent(line, clip, noticeOf(kind, text, facts))]
}

/** A notice of a request to the human that waits for an answer. */
export function requestEvent(
  line: JsonObject,
  clip: number,
  kind: 'permission' | 'question',
  requestId: string | null,
  text: string,
  facts: Record<string, JsonValue | undefined>,
): NormalizedEvent[] {
  return noticeEvent(line, clip, kind, text, { requestId, ...facts, state: 'open' })
}

/** Whether a value holds arrays or objects nested over `limit` levels. */
export function nestsDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (limit === 0) return true
  for (const key in value)
    if (nestsDeeperThan((value as Record<string, unknown>)[key], limit - 1)) return true
  return false
}

/** JSON text of a value, or a short word where it is nested too deep even for that. */
function jsonText(value: JsonValue): string {
  try {
    return JSON.stringify(value)
  } catch {
    return '[JSON nested too deep]'
  }
}
