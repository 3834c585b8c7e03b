import { FAILURES } from './failures.ts'
import type { Scenario } from './language.ts'
import { TALK } from './talk.ts'
import { TOOLS } from './tools.ts'

/** Every scenario, in the order in which they are recorded. */
export const SCENARIOS: readonly Scenario[] = [...TALK, ...TOOLS, ...FAILURES]

/** A scenario by its name. Throws a `TypeError` that lists the known ones when there is none. */
export function scenarioNamed(name: string): Scenario {
  const found = SCENARIOS.find((scenario) => scenario.name === name)
  if (found) return found
  throw new TypeError(
    `There is no scenario ${JSON.stringify(name)}. Known: ${SCENARIOS.map((scenario) => scenario.name).join(', ')}.`,
  )
}
