import type { Dialect } from '../../core/dialect.ts'
import { TASK_EVENT_TYPES } from '../../core/events.ts'
import { str } from '../../core/read.ts'
import { kinds } from './translate.ts'

/** A harness that prints the vocabulary itself, one event a line. */
export const jsonl: Dialect<'jsonl'> = {
  name: 'jsonl',
  protocols: [{ protocol: 'jsonl', interactive: false, owesEnding: false }],
  kinds,
  kindOf: (line) => str(line.type),
  timeOf: () => null,
  detects: (lines) => lines.some((line) => OWN_TYPES.has(str(line.type) ?? '')),
  command: null,
  title: null,
  passthrough: true,
  userTurnLine: () => null,
  interruptLine: () => null,
  answerLine: () => null,
}

/** Types with a dot are ours alone; `message`, `usage` or `raw` are words that others use too. */
const OWN_TYPES: ReadonlySet<string> = new Set(TASK_EVENT_TYPES.filter((type) => type.includes('.')))
