import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dialectOf } from '../../src/dialects/registry.ts'
import { foldSession, parseStreamLine } from '../../src/index.ts'
import { validateEvent } from '../../src/schema/index.ts'
import { readRecordings } from '../recordings.ts'
import { factOf, type HarnessFacts } from './harness-facts.ts'
import { HARNESSES } from './harnesses.ts'

type Holder = Record<string, unknown>
type Sample = { protocol: string; line: string }

/** One recorded line of each kind. */
function samplesOf(facts: HarnessFacts): Sample[] {
  const byKind = new Map<string, Sample>()
  for (const recording of readRecordings(facts.folder)) {
    if (facts.isOwn?.(recording) === false || factOf(facts.foreign, recording) !== undefined) continue
    const protocol = facts.protocolOf(recording)
    for (const line of recording.lines) {
      if (line.length > 20_000 || !line.startsWith('{') || !line.endsWith('}')) continue
      byKind.set(`${protocol} ${dialectOf(protocol).kindOf(JSON.parse(line))}`, { protocol, line })
    }
  }
  return [...byKind.values()]
}

function slotsOf(value: unknown): { holder: Holder; key: string }[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Holder
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...slotsOf(holder[key])])
}

for (const facts of HARNESSES) {
  it(`whatever a changed CLI prints in place of the values of ${facts.name ?? facts.folder}, events are valid and the fold takes them`, () => {
    const samples = samplesOf(facts)
    expect(samples.length).toBeGreaterThan(4)
    const changes = fc.array(fc.tuple(fc.nat(), fc.jsonValue({ maxDepth: 3 })), { maxLength: 4 })
    fc.assert(
      fc.property(fc.constantFrom(...samples), changes, ({ protocol, line }, replacements) => {
        const value = JSON.parse(line)
        for (const [place, replacement] of replacements) {
          const slots = slotsOf(value)
          const slot = slots[place % slots.length]
          if (slot) slot.holder[slot.key] = replacement
        }
        const changed = JSON.stringify(value)
        const events = parseStreamLine(protocol, changed)
        for (const event of events) expect(validateEvent(event), changed).toEqual([])
        foldSession(events, { protocol })
      }),
      { numRuns: 2_000 },
    )
  })
}
