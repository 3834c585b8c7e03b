import type { Dialect } from '../../core/dialect.ts'
import type { JsonObject } from '../../core/events.ts'
import { obj, timeMs } from '../../core/read.ts'
import { geminiCommand } from './command.ts'
import { kindOf, kinds } from './translate.ts'

/** Gemini CLI's `stream-json`. Its titles, where it makes some, are in the stream; its files hold none (0.61.0). */
export const gemini: Dialect<'gemini-json'> = {
  name: 'gemini',
  protocols: [{ protocol: 'gemini-json', interactive: false, owesEnding: true }],
  kinds,
  kindOf,
  timeOf: (line) => ('timestamp' in line ? timeMs(line.timestamp) : null),
  detects: (lines) => lines.some(isOwn),
  command: geminiCommand,
  title: null,
  userTurnLine: () => null,
  interruptLine: () => null,
  answerLine: () => null,
}

function isOwn(line: JsonObject): boolean {
  if (typeof line.timestamp !== 'string') return false
  if (line.type === 'init') return typeof line.session_id === 'string' && 'model' in line
  if (line.type === 'tool_use') return typeof line.tool_id === 'string' && 'parameters' in line
  return line.type === 'result' && 'total_tokens' in (obj(line.stats) ?? {})
}

export type * from './wire.ts'
