import type { Dialect } from '../../core/dialect.ts'

/** A program whose stdout is text for people: its lines are stored and shown, and give no events. */
export const none: Dialect<'none'> = {
  name: 'none',
  protocols: [{ protocol: 'none', interactive: false, owesEnding: false }],
  kinds: {},
  kindOf: () => null,
  timeOf: () => null,
  detects: () => false,
  command: null,
  title: null,
  silent: true,
  userTurnLine: () => null,
  interruptLine: () => null,
  answerLine: () => null,
}
