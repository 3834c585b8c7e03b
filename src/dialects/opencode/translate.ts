import { type KindRule, kept, mapped } from '../../core/dialect.ts'
import type { JsonObject } from '../../core/events.ts'
import { str } from '../../core/read.ts'
import { readToolUse } from './calls.ts'
import { readReasoning, readText } from './messages.ts'
import { readError, readStart } from './session.ts'
import { isTelling, readStepFinish } from './usage.ts'

/** Every kind of line that `opencode run --format json` is known to print, in 1.1.34 and 1.18.33 (its program's text names no more). */
export const kinds: Readonly<Record<string, KindRule>> = {
  step_start: mapped(readStart),
  text: mapped(readText),
  reasoning: mapped(readReasoning),
  tool_use: mapped(readToolUse),
  step_finish: mapped(readStepFinish),
  error: mapped(readError),

  'step_finish/uncounted': kept('a step that goes on, of which the provider counted no tokens'),
  done: kept('no version is known to print it; the steps and errors before it tell how the run ended'),
}

/** The kind of a line: its type. */
export function kindOf(line: JsonObject): string | null {
  const type = str(line.type)
  return type === 'step_finish' && !isTelling(line) ? 'step_finish/uncounted' : type
}
