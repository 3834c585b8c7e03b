import { joinFragments, type NormalizedEvent } from '../../src/index.ts'
import { readWhole } from '../../test/conformance/checks.ts'
import { factsOf } from '../../test/conformance/facts-of.ts'
import type { Recording } from '../../test/recordings.ts'
import { align } from './align.ts'
import type { Change } from './change.ts'
import { maskEvent } from './mask.ts'

/** How the events of the scenarios that both sides have differ, volatile values aside; a row per type and key. */
export function compareEvents(pairs: readonly (readonly [before: Recording, now: Recording])[]): Change[] {
  const changes = new Map<string, Change>()
  const add = (what: Change['what'], kind: string, key: string, scenario: string, example: string): void => {
    const id = `${what} ${kind} ${key}`
    const change = changes.get(id) ?? { what, kind, key, scenarios: [], example, isFailure: false }
    changes.set(id, change)
    if (!change.scenarios.includes(scenario)) change.scenarios.push(scenario)
  }
  for (const [before, now] of pairs) {
    for (const [left, right] of align(eventsOf(before), eventsOf(now), nameOf)) {
      const one = left ?? right
      if (!one) continue
      if (!left || !right) {
        add(left ? 'event gone' : 'event new', nameOf(one), '', now.scenario, JSON.stringify(one.payload))
        continue
      }
      const [old, fresh] = [maskEvent(left), maskEvent(right)]
      for (const key of new Set([...old.keys(), ...fresh.keys()])) {
        const [was, is] = [old.get(key), fresh.get(key)]
        if (was !== is) add('event differs', nameOf(one), key, now.scenario, differenceOf(was, is))
      }
    }
  }
  return [...changes.values()]
}

function eventsOf(recording: Recording): NormalizedEvent[] {
  const facts = factsOf(recording)
  const events = facts ? joinFragments(readWhole(recording, facts).events) : []
  // Lines that are kept as they are are compared by their kinds and keys.
  return events.filter(({ type, payload }) => type !== 'raw' || 'notice' in payload)
}

/** What an event is, as far as events are put side by side: its type, and whose words, which tool, which notice. */
function nameOf({ type, payload }: NormalizedEvent): string {
  const { role, name, scope, notice } = payload
  const kind = typeof notice === 'object' && notice !== null && 'kind' in notice ? notice.kind : undefined
  const detail = [role, name, scope, kind].find((word) => typeof word === 'string')
  return detail === undefined ? type : `${type} ${detail}`
}

/** The two texts from shortly before where they part. */
function differenceOf(was: string | undefined, is: string | undefined): string {
  if (was === undefined || is === undefined) return `${was ?? 'absent'} → ${is ?? 'absent'}`
  let same = 0
  while (same < was.length && was[same] === is[same]) same++
  const from = Math.max(0, same - 12)
  const part = (text: string): string => `${from > 0 ? '…' : ''}${text.slice(from, from + 40)}`
  return `${part(was)} → ${part(is)}`
}
