import { messageEvent, sessionStartedEvent } from '../../core/build.ts'
import { type KindRule, mapped, notice } from '../../core/dialect.ts'
import type { JsonObject, NormalizedEvent } from '../../core/events.ts'
import { modelFacts } from '../../core/models.ts'
import { str, text } from '../../core/read.ts'
import { readCall, readResultOfCall } from './calls.ts'
import { readError, readResult } from './result.ts'

/** Every kind of line that Gemini CLI prints. */
export const kinds: Readonly<Record<string, KindRule>> = {
  init: mapped(readInit),
  message: mapped(readMessage),
  tool_use: mapped(readCall),
  tool_result: mapped(readResultOfCall),
  result: mapped(readResult),
  error: notice(readError),
}

/** The kind of a line is its type. */
export function kindOf(line: JsonObject): string | null {
  return str(line.type)
}

/** Neither the folder nor the tools nor the window are printed. */
function readInit(line: JsonObject): NormalizedEvent[] {
  const facts = { ...modelFacts(text(line.model)), sessionId: text(line.session_id) }
  return [sessionStartedEvent('gemini-cli', facts)]
}

/** The human's words are printed once more; an answer comes in pieces and never whole. */
function readMessage(line: JsonObject, clip: number): NormalizedEvent[] {
  const said = str(line.content)
  if (said === null) return []
  if (line.role === 'user') return [messageEvent('user', said, clip, { origin: 'echo' })]
  return [messageEvent('assistant', said, clip, { delta: line.delta === true ? true : null })]
}
