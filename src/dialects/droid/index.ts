import type { Dialect } from '../../core/dialect.ts'
import type { JsonObject } from '../../core/events.ts'
import { timeMs } from '../../core/read.ts'
import { droidCommand } from './command.ts'
import { kindOf, kinds } from './translate.ts'

/** Factory's droid, read by what is documented of it. */
export const droid: Dialect<'droid-json'> = {
  name: 'droid',
  protocols: [{ protocol: 'droid-json', interactive: false, owesEnding: true }],
  documented: true,
  kinds,
  kindOf,
  timeOf: (line) => ('timestamp' in line ? timeMs(line.timestamp) : null),
  detects: (lines) => lines.some(isOwn),
  command: droidCommand,
  title: null,
  userTurnLine: () => null,
  interruptLine: () => null,
  answerLine: () => null,
}

function isOwn(line: JsonObject): boolean {
  if (line.type === 'system') return line.subtype === 'init' && 'reasoning_effort' in line
  if (line.type === 'completion') return 'finalText' in line
  return line.type === 'tool_call' && typeof line.toolId === 'string' && 'parameters' in line
}

export type * from './wire.ts'
