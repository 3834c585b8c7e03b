import type { Dialect } from '../../core/dialect.ts'
import type { JsonObject } from '../../core/events.ts'
import { obj, timeMs } from '../../core/read.ts'
import { copilotCommand } from './command.ts'
import { kindOf, kinds } from './translate.ts'

/**
 * Copilot CLI's JSON lines. Its plan lives in a database of the session, and its tokens in a file: neither is printed. A
 * name is not a title there: it is the first prompt until somebody renames the session (1.0.102).
 */
export const copilot: Dialect<'copilot-json'> = {
  name: 'copilot',
  protocols: [{ protocol: 'copilot-json', interactive: false, owesEnding: true }],
  kinds,
  kindOf,
  timeOf: (line) => ('timestamp' in line ? timeMs(line.timestamp) : null),
  detects: (lines) => lines.some(isOwn),
  command: copilotCommand,
  title: null,
  userTurnLine: () => null,
  interruptLine: () => null,
  answerLine: () => null,
}

function isOwn(line: JsonObject): boolean {
  if (line.type === 'result') return 'premiumRequests' in (obj(line.usage) ?? {})
  return (
    typeof line.type === 'string' &&
    line.type.includes('.') &&
    typeof line.timestamp === 'string' &&
    'parentId' in line &&
    obj(line.data) !== null
  )
}

export type * from './wire.ts'
