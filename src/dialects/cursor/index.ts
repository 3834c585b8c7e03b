import type { Dialect } from '../../core/dialect.ts'
import type { JsonObject } from '../../core/events.ts'
import { obj, timeMs } from '../../core/read.ts'
import { cursorCommand } from './command.ts'
import { kindOf, kinds } from './translate.ts'

/** Cursor's command line agent, read by what is documented of it. */
export const cursor: Dialect<'cursor-json'> = {
  name: 'cursor',
  protocols: [{ protocol: 'cursor-json', interactive: false, owesEnding: true }],
  documented: true,
  kinds,
  kindOf,
  timeOf: (line) => ('timestamp_ms' in line ? timeMs(line.timestamp_ms) : null),
  detects: (lines) => lines.some(isOwn),
  command: cursorCommand,
  title: null,
  userTurnLine: () => null,
  interruptLine: () => null,
  answerLine: () => null,
}

/** Claude Code's first line has the same keys, and lists its tools besides. */
function isOwn(line: JsonObject): boolean {
  if (typeof line.session_id !== 'string') return false
  if (line.type === 'system') {
    return line.subtype === 'init' && 'permissionMode' in line && !('tools' in line) && !('uuid' in line)
  }
  return line.type === 'tool_call' && typeof line.call_id === 'string' && obj(line.tool_call) !== null
}

export type * from './wire.ts'
