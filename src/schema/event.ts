import * as v from 'valibot'
import type { JsonValue, TaskEvent } from '../core/events.ts'
import { isJsonValue } from './json-value.ts'

/*
 * The schemas are private and have no type annotations: an annotation would hide a key that a schema has and the type
 * has not from the comparison at the end of this file.
 */

const nullableText = v.nullable(v.string())

/** A counter that adds up without loss: 0 to 2^53 - 1, never NaN or infinite. */
const counter = v.pipe(v.number(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER))

const nullableCounter = v.nullable(counter)

/** Length of a whole text in UTF-16 units. */
const textLength = v.pipe(v.number(), v.integer(), v.minValue(0))

const jsonValue = v.custom<JsonValue>(isJsonValue, 'Expected a value that JSON can carry')

const tokenCounters = {
  inputTokens: nullableCounter,
  outputTokens: nullableCounter,
  cacheReadTokens: nullableCounter,
  cacheCreationTokens: nullableCounter,
}

const coverage = v.picklist(['process', 'thread', 'turn'])

const fileReference = v.strictObject({
  id: nullableText,
  mediaType: nullableText,
  name: nullableText,
  bytes: nullableCounter,
})

const notice = v.objectWithRest({ kind: v.string(), text: v.string() }, jsonValue)
const parentCallId = v.exactOptional(v.string())
const originalLength = v.exactOptional(textLength)
const yes = v.exactOptional(v.literal(true))

const sessionStarted = v.strictObject({
  harness: nullableText,
  model: nullableText,
  contextWindow: nullableCounter,
  cwd: nullableText,
  sessionId: nullableText,
  tools: v.nullable(v.array(v.string())),
  harnessVersion: v.exactOptional(v.string()),
  mcpServers: v.exactOptional(v.array(v.strictObject({ name: nullableText, status: nullableText }))),
})

const sessionTitle = v.strictObject({
  title: nullableText,
  origin: v.exactOptional(v.picklist(['human', 'agent'])),
})

const message = v.strictObject({
  role: v.nullable(v.picklist(['assistant', 'user', 'system'])),
  text: v.string(),
  truncated: v.boolean(),
  originalLength,
  parentCallId,
  delta: yes,
  origin: v.exactOptional(v.picklist(['injected', 'echo'])),
  error: yes,
  files: v.exactOptional(v.array(fileReference)),
})

const thinking = v.strictObject({
  text: v.string(),
  truncated: v.boolean(),
  originalLength,
  parentCallId,
  delta: yes,
  redacted: yes,
})

const toolCall = v.strictObject({
  callId: nullableText,
  name: nullableText,
  input: nullableText,
  truncated: v.boolean(),
  originalLength,
  parentCallId,
  merge: yes,
  kind: v.exactOptional(v.string()),
  title: v.exactOptional(v.string()),
})

const toolResult = v.strictObject({
  callId: nullableText,
  isError: v.nullable(v.boolean()),
  output: nullableText,
  truncated: v.boolean(),
  originalLength,
  parentCallId,
  exitCode: v.exactOptional(v.pipe(v.number(), v.integer())),
  durationMs: v.exactOptional(counter),
  files: v.exactOptional(v.array(fileReference)),
})

const planStep = v.strictObject({
  text: nullableText,
  status: v.nullable(v.picklist(['pending', 'in_progress', 'completed', 'cancelled'])),
  id: v.exactOptional(v.string()),
})

const plan = v.strictObject({ steps: v.array(planStep), merge: yes, parentCallId })

const callUsage = v.strictObject({
  scope: v.literal('call'),
  model: nullableText,
  ...tokenCounters,
  contextTokens: nullableCounter,
  messageId: v.exactOptional(v.string()),
  requestId: v.exactOptional(v.string()),
  parentCallId,
  provisional: yes,
  reasoningTokens: v.exactOptional(counter),
  costUsd: v.exactOptional(counter),
  contextWindow: v.exactOptional(counter),
})

const modelUsage = v.strictObject({
  model: nullableText,
  ...tokenCounters,
  costUsd: nullableCounter,
  contextWindow: nullableCounter,
})

const sessionUsage = v.strictObject({
  scope: v.literal('session'),
  ...tokenCounters,
  costUsd: nullableCounter,
  turns: nullableCounter,
  durationMs: nullableCounter,
  sessionId: v.exactOptional(v.string()),
  covers: v.exactOptional(coverage),
  costCovers: v.exactOptional(coverage),
  sinceLast: v.exactOptional(v.strictObject({ ...tokenCounters, costUsd: nullableCounter })),
  turn: v.exactOptional(
    v.strictObject({ ...tokenCounters, turns: nullableCounter, durationMs: nullableCounter }),
  ),
  models: v.exactOptional(v.array(modelUsage)),
  reasoningTokens: v.exactOptional(counter),
})

const sessionEnded = v.strictObject({
  status: v.nullable(v.picklist(['succeeded', 'failed', 'interrupted'])),
  stopReason: nullableText,
  summary: nullableText,
  truncated: yes,
  originalLength,
  reason: v.exactOptional(v.string()),
  origin: v.exactOptional(v.picklist(['background', 'platform'])),
  exitCode: v.exactOptional(v.pipe(v.number(), v.integer())),
  signal: v.exactOptional(v.string()),
})

const backgroundTask = v.strictObject({
  taskId: nullableText,
  kind: nullableText,
  description: nullableText,
  callId: v.exactOptional(v.string()),
  status: v.exactOptional(v.picklist(['running', 'completed', 'failed', 'stopped'])),
})

const sessionBackground = v.strictObject({ tasks: v.array(backgroundTask), merge: yes })

const rawText = v.strictObject({
  text: v.string(),
  truncated: v.boolean(),
  originalLength,
  notice: v.exactOptional(notice),
})

const rawJson = v.strictObject({ json: jsonValue, notice: v.exactOptional(notice) })

/*
 * Keys beside `type` and `payload` (source, ts, seq) belong to whoever carries the event and are not looked at; a key of
 * the payload that the vocabulary does not have is a mistake.
 */
const shape = v.variant('type', [
  v.object({ type: v.literal('session.started'), payload: sessionStarted }),
  v.object({ type: v.literal('session.title'), payload: sessionTitle }),
  v.object({ type: v.literal('message'), payload: message }),
  v.object({ type: v.literal('thinking'), payload: thinking }),
  v.object({ type: v.literal('tool.call'), payload: toolCall }),
  v.object({ type: v.literal('tool.result'), payload: toolResult }),
  v.object({ type: v.literal('plan'), payload: plan }),
  v.object({ type: v.literal('usage'), payload: v.variant('scope', [callUsage, sessionUsage]) }),
  v.object({ type: v.literal('session.ended'), payload: sessionEnded }),
  v.object({ type: v.literal('session.background'), payload: sessionBackground }),
  v.object({ type: v.literal('raw'), payload: v.union([rawText, rawJson]) }),
])

/** An event as a translated dialect gives it. `jsonl` payloads pass through unchanged and need not fit. */
export const taskEventSchema: v.GenericSchema<TaskEvent> = shape

/** A type written out key by key, so that an intersection and an object with the same keys compare as equal. */
type Plain<T> = T extends readonly (infer Entry)[]
  ? Plain<Entry>[]
  : T extends object
    ? { [Key in keyof T]: Plain<T[Key]> }
    : T

type Equal<A, B> =
  (<T>() => T extends Plain<A> ? 1 : 2) extends <T>() => T extends Plain<B> ? 1 : 2 ? true : false

/** Does not compile when the schema and the vocabulary differ in a key, a type, or in what is optional. */
true satisfies Equal<v.InferOutput<typeof shape>, TaskEvent>
