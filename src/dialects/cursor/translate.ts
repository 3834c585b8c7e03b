import {
  messageEvent,
  sessionEndedEvent,
  sessionStartedEvent,
  sessionUsageEvent,
  thinkingEvent,
} from '../../core/build.ts'
import { type KindRule, mapped, redundant } from '../../core/dialect.ts'
import type { JsonObject, NormalizedEvent } from '../../core/events.ts'
import { modelFacts } from '../../core/models.ts'
import { blockTexts, count, obj, str, text } from '../../core/read.ts'
import { readCallEnd, readCallStart } from './calls.ts'

/** Every kind of line that is documented. */
export const kinds: Readonly<Record<string, KindRule>> = {
  'system/init': mapped(readInit),
  user: mapped((line, clip) => readMessage(line, clip, 'user', { origin: 'echo' })),
  assistant: mapped((line, clip) => readMessage(line, clip, 'assistant', {})),
  'assistant/piece': mapped((line, clip) => readMessage(line, clip, 'assistant', { delta: true })),
  'thinking/delta': mapped((line, clip) => [thinkingEvent(str(line.text) ?? '', clip, { delta: true })]),
  'tool_call/started': mapped(readCallStart),
  'tool_call/completed': mapped(readCallEnd),
  result: mapped(readResult),

  'assistant/flush': redundant('repeats the pieces that came just before it'),
  'thinking/completed': redundant('says only that the thinking ended'),
}

/** The kind of a line. Pieces of text and their repetitions are told apart by which of two keys they have. */
export function kindOf(line: JsonObject): string | null {
  switch (line.type) {
    case 'assistant': {
      const isTimed = typeof line.timestamp_ms === 'number'
      if (!isTimed) return 'assistant'
      return typeof line.model_call_id === 'string' ? 'assistant/flush' : 'assistant/piece'
    }
    case 'system':
    case 'thinking':
    case 'tool_call':
      return `${line.type}/${str(line.subtype)}`
    default:
      return str(line.type)
  }
}

function readInit(line: JsonObject): NormalizedEvent[] {
  const facts = { ...modelFacts(text(line.model)), cwd: text(line.cwd), sessionId: text(line.session_id) }
  return [sessionStartedEvent('cursor-agent', facts)]
}

function readMessage(
  line: JsonObject,
  clip: number,
  role: 'assistant' | 'user',
  extra: Record<string, unknown>,
): NormalizedEvent[] {
  const texts = blockTexts(obj(line.message)?.content)
  return texts.length === 0 ? [] : [messageEvent(role, texts.join('\n'), clip, extra)]
}

function readResult(line: JsonObject, clip: number): NormalizedEvent[] {
  const failed = line.is_error === true || line.subtype !== 'success'
  return [
    sessionUsageEvent({ durationMs: count(line.duration_ms), covers: 'process' }),
    sessionEndedEvent(failed ? 'failed' : 'succeeded', null, str(line.result), clip),
  ]
}
