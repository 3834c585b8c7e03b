import { noticeEvent, planEvents, toolCallEvent, toolResultEvent } from '../../core/build.ts'
import type { FileReference, JsonObject, NormalizedEvent } from '../../core/events.ts'
import { fileInUrl } from '../../core/inline-file.ts'
import { count, integer, obj, objects, str, text, unlessEmpty } from '../../core/read.ts'

/** A tool that stands for a call of an unknown tool or with bad arguments. */
const INVALID_TOOL = 'invalid'

/**
 * Texts by which a call's error says that it was not allowed (1.18.33), and who said so. `run` cannot ask: it rejects
 * each question by itself, in the user's name, unless a person answers elsewhere.
 */
const DENIALS: readonly (readonly [RegExp, string | null])[] = [
  [/^The user rejected permission to use this specific tool call with the following feedback\b/, 'user'],
  [/^The user rejected permission to use this specific tool call\b/, null],
  [/^The user has specified a rule which prevents you from using this specific tool call\b/, 'rule'],
]

/** `tool_use`: a call and its result in one line, the plan that it wrote, and whether it was denied. */
export function readToolUse(line: JsonObject, clip: number): NormalizedEvent[] {
  const part = obj(line.part)
  const state = obj(part?.state)
  if (!part || !state) return []
  const callId = text(part.callID)
  const input = obj(state.input)
  const isInvalid = part.tool === INVALID_TOOL
  const name = (isInvalid ? text(input?.tool) : null) ?? text(part.tool)
  const files = objects(state.attachments).map(readAttachment)
  const exit = obj(state.metadata)?.exit
  const failed = state.status === 'error' || isInvalid || (exit !== undefined && exit !== 0)
  const result = toolResultEvent(callId, failed, str(state.output) ?? str(state.error), clip, {
    exitCode: integer(exit),
    durationMs: durationOf(obj(state.time)),
    files: unlessEmpty(files),
  })
  return [
    toolCallEvent(callId, name, state.input, clip),
    result,
    ...readDenial(state, callId, name, clip),
    ...(name === 'todowrite' && !failed ? planEvents(input?.todos, 'content') : []),
  ]
}

function readDenial(
  state: JsonObject,
  callId: string | null,
  tool: string | null,
  clip: number,
): NormalizedEvent[] {
  const why = state.status === 'error' ? str(state.error) : null
  const denial = why === null ? undefined : DENIALS.find(([words]) => words.test(why))
  if (why === null || !denial) return []
  const facts = { callId, tool, by: denial[1], why }
  return noticeEvent({ error: why }, clip, 'denied', `Denied: ${tool ?? 'a call'}`, facts)
}

/** A file in a `data:` address, or the name of one elsewhere. */
function readAttachment(attachment: JsonObject): FileReference {
  const bytes = fileInUrl(str(attachment.url) ?? '')?.bytes ?? null
  return { id: null, mediaType: text(attachment.mime), name: text(attachment.filename), bytes }
}

function durationOf(time: JsonObject | null): number | null {
  const start = count(time?.start)
  const end = count(time?.end)
  return start === null || end === null || end < start ? null : end - start
}
