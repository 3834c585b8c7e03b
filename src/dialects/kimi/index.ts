import type { Dialect } from '../../core/dialect.ts'
import { kimiCommand } from './command.ts'
import { kindOf, kinds } from './translate.ts'

/**
 * Kimi Code's `stream-json`. It prints neither times nor thinking, usage, model or errors; a call comes together with its
 * result.
 */
export const kimi: Dialect<'kimi-json'> = {
  name: 'kimi',
  protocols: [{ protocol: 'kimi-json', interactive: false, owesEnding: true }],
  kinds,
  kindOf,
  timeOf: () => null,
  detects: (lines) => lines.some((line) => line.role === 'meta' && Object.hasOwn(kinds, kindOf(line) ?? '')),
  command: kimiCommand,
  title: null,
  userTurnLine: () => null,
  interruptLine: () => null,
  answerLine: () => null,
}

export type * from './wire.ts'
