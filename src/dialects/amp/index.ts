import type { Dialect } from '../../core/dialect.ts'
import type { JsonObject } from '../../core/events.ts'
import { obj } from '../../core/read.ts'
import { ampCommand } from './command.ts'
import { kindOf, kinds } from './translate.ts'

/** Amp's stream of JSON lines, read by what is documented of it: Claude Code's lines with less in them. */
export const amp: Dialect<'amp-json'> = {
  name: 'amp',
  protocols: [{ protocol: 'amp-json', interactive: false, owesEnding: true }],
  documented: true,
  kinds,
  kindOf,
  timeOf: () => null,
  detects: (lines) => lines.some(isOwn),
  command: ampCommand,
  title: null,
  userTurnLine: () => null,
  interruptLine: () => null,
  answerLine: () => null,
}

/** A thread's id, and what Claude Code's lines never have. */
function isOwn(line: JsonObject): boolean {
  if (typeof line.session_id !== 'string' || !line.session_id.startsWith('T-')) return false
  if (line.type === 'assistant') return 'max_tokens' in (obj(obj(line.message)?.usage) ?? {})
  return line.type === 'system' && line.subtype === 'init'
}

export type * from './wire.ts'
