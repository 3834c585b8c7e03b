import { describe, expect, it } from 'vitest'
import { foldedUsage, readWhole } from '../conformance/checks.ts'
import { claude } from '../conformance/facts/claude.ts'
import { usageVerdict } from '../conformance/verdicts.ts'
import { readRecordings, servedByCalls } from '../recordings.ts'

const READINGS = readRecordings('claude').map((recording) => readWhole(recording, claude))

// That each of them counts what was served is tested for all harnesses in test/conformance.
describe("the usage ledger, against what Claude's model server served", () => {
  it('covers every recording that states totals, and lists 29 exceptions', () => {
    const stated = READINGS.filter(({ events }) => events.some((event) => event.payload.scope === 'session'))
    const verdicts = READINGS.map((reading) => usageVerdict(reading, claude))
    expect(stated.length).toBeGreaterThan(250)
    expect(verdicts.filter((verdict) => verdict !== 'unknown')).toHaveLength(stated.length)
    expect(verdicts.filter((verdict) => verdict === 'listed')).toHaveLength(29)
  })

  for (const version of ['1.0.128', '2.1.112', '2.1.200', '2.1.332']) {
    it(`${version} resume: the second process alone`, () => {
      const reading = READINGS.find(
        ({ recording }) => recording.version === version && recording.scenario === 'resume',
      )
      const own = servedByCalls(reading?.recording.apiCalls.filter((call) => !call.before))
      expect(reading && foldedUsage(reading).slice(2)).toEqual(own?.usage?.slice(2))
    })
  }
})
