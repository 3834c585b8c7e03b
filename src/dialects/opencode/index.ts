import type { Dialect } from '../../core/dialect.ts'
import type { JsonObject } from '../../core/events.ts'
import { obj, str, timeMs } from '../../core/read.ts'
import { opencodeCommand } from './command.ts'
import { opencodeTitle } from './title.ts'
import { kindOf, kinds } from './translate.ts'

/** opencode's `run --format json`. */
export const opencode: Dialect<'opencode-json'> = {
  name: 'opencode',
  protocols: [{ protocol: 'opencode-json', interactive: false, owesEnding: true }],
  kinds,
  kindOf,
  timeOf: (line) => timeMs(line.timestamp),
  detects: (lines) => lines.some(isOwn),
  command: opencodeCommand,
  title: opencodeTitle,
  userTurnLine: () => null,
  interruptLine: () => null,
  answerLine: () => null,
}

/** No other harness spells `sessionID` so, nor makes ids that begin so. */
function isOwn(line: JsonObject): boolean {
  if (str(line.sessionID)?.startsWith('ses_') !== true || typeof line.timestamp !== 'number') return false
  return obj(line.part) !== null || (line.type === 'error' && obj(line.error) !== null)
}

export type * from './wire.ts'
