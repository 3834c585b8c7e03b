import type { Recording, Served } from '../recordings.ts'
import { assistantTexts, foldedUsage, type Reading } from './checks.ts'
import { factOf, type HarnessFacts } from './harness-facts.ts'

/** How a reading compares with what was served: `listed` differs for a reason that is written down. */
export type Verdict = 'exact' | 'listed' | 'wrong' | 'unknown'

/** The folded totals against what the model server served. */
export function usageVerdict(reading: Reading, facts: HarnessFacts): Verdict {
  const { recording } = reading
  const choices = usageChoices(recording)
  if (choices.length === 0 || facts.statesUsage?.(recording) === false) return 'unknown'
  const counted = foldedUsage(reading).join(' ')
  if (facts.usageExceptions['*'] !== undefined) return counted === '0 0 0 0' ? 'listed' : 'wrong'
  if (choices.some((choice) => choice.join(' ') === counted)) return 'exact'
  return factOf(facts.usageExceptions, recording) === undefined ? 'wrong' : 'listed'
}

/** The assistant's words against what the model server served. */
export function textVerdict(reading: Reading, facts: HarnessFacts): Verdict {
  const { recording } = reading
  const choices = textChoices(recording)
  if (choices.length === 0) return 'unknown'
  if (choices.includes(assistantTexts(reading).join(''))) return 'exact'
  return factOf(facts.textExceptions, recording) === undefined ? 'wrong' : 'listed'
}

/** How a run ended by the fold, where that is not what happened; and what is left open after its end. */
export function endProblems({ recording, state }: Reading, facts: HarnessFacts): string[] {
  const [status, reason] = factOf(facts.ends, recording) ?? ['succeeded', null]
  const problems: string[] = []
  if (state.status !== status || state.reason !== reason) {
    problems.push(`ended as ${state.status} (${state.reason}), but it ${status} (${reason})`)
  }
  if (state.background.length > 0) problems.push('work in the background goes on after the exit')
  if (state.needs.length > 0) problems.push('something is asked of a person after the exit')
  return problems
}

/** The totals that a harness may state: with or without what went to subagents, and what was served besides. */
function usageChoices({ served, lab }: Recording): number[][] {
  if (!served?.usage) return []
  const whole = [served.usage]
  const own = lab?.helper?.usage ? [...whole, difference(served.usage, lab.helper.usage)] : whole
  const { side } = lab ?? {}
  return side?.usage ? [...own, ...own.map((usage) => difference(usage, side.usage ?? [], -1))] : own
}

function difference(
  left: readonly number[],
  right: readonly number[],
  factor = 1,
): Served['usage'] & number[] {
  const [a = 0, b = 0, c = 0, d = 0] = left.map((count, index) => count - factor * (right[index] ?? 0))
  return [a, b, c, d]
}

/** The words that a harness may print: with or without those of subagents. */
function textChoices({ served, lab }: Recording): string[] {
  if (!served?.texts) return []
  const own = [...served.texts]
  for (const text of lab?.helper?.texts ?? []) {
    const at = own.indexOf(text)
    if (at !== -1) own.splice(at, 1)
  }
  return [served.texts.join(''), own.join('')]
}
