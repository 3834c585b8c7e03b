import type { Dialect } from '../../core/dialect.ts'
import type { JsonObject } from '../../core/events.ts'
import { obj, timeMs } from '../../core/read.ts'
import { clineCommand } from './command.ts'
import { kindOf, kinds } from './translate.ts'

/** Cline's JSON lines. Lines of nested agents do not say whose they are, so they stand in the main flow (3.0.65). */
export const cline: Dialect<'cline-json'> = {
  name: 'cline',
  protocols: [{ protocol: 'cline-json', interactive: false, owesEnding: true }],
  kinds,
  kindOf,
  timeOf: (line) => ('ts' in line ? timeMs(line.ts) : null),
  detects: (lines) => lines.some(isOwn),
  command: clineCommand,
  title: null,
  userTurnLine: () => null,
  interruptLine: () => null,
  answerLine: () => null,
}

function isOwn(line: JsonObject): boolean {
  if (typeof line.ts !== 'string') return false
  if (line.type === 'hook_event') return typeof line.hookEventName === 'string'
  if (line.type === 'agent_event') return obj(line.event) !== null
  return line.type === 'run_result'
}

export type * from './wire.ts'
