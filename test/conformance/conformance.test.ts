import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { detectProtocol } from '../../src/index.ts'
import { readRecordings } from '../recordings.ts'
import { lineProblems, pairingProblems, readWhole, toolProblems } from './checks.ts'
import { factOf } from './harness-facts.ts'
import { HARNESSES } from './harnesses.ts'
import { endProblems, textVerdict, usageVerdict } from './verdicts.ts'

it('knows only harnesses whose recordings are here', () => {
  const folders = readdirSync(new URL('../../fixtures/recordings/', import.meta.url))
  expect(HARNESSES.map(({ folder }) => folder).filter((folder) => !folders.includes(folder))).toEqual([])
})

for (const facts of HARNESSES) {
  describe(`recordings of ${facts.name ?? facts.folder}`, () => {
    const recordings = readRecordings(facts.folder).filter((one) => facts.isOwn?.(one) ?? true)

    it('there are some, and every table of exceptions names recordings', () => {
      expect(recordings.length).toBeGreaterThan(4)
      const names = new Set(
        recordings.flatMap(({ version, scenario }) => [scenario, `${version} ${scenario}`]),
      )
      for (const scenario of facts.tooLarge ?? []) names.add(scenario)
      const tables = [facts.ends, facts.foreign, facts.usageExceptions, facts.textExceptions]
      const unknown = tables.flatMap(Object.keys).filter((key) => key !== '*' && !names.has(key))
      expect(unknown).toEqual([])
    })

    for (const recording of recordings) {
      const reading = readWhole(recording, facts)
      const isForeign = factOf(facts.foreign, recording) !== undefined

      it(`${recording.version} ${recording.scenario}: every line is read, calls pair, the end is what happened`, () => {
        expect(lineProblems(reading, facts)).toEqual([])
        expect(pairingProblems(reading, facts)).toEqual([])
        expect(toolProblems(reading, facts)).toEqual([])
        expect(endProblems(reading, facts)).toEqual([])
        if (!isForeign && recording.lines.length > 1) {
          expect(detectProtocol(recording.lines)).toBe(reading.protocol.replace(/-stream$/, '-json'))
        }
      })

      // An exception that has become exact must leave the list.
      const text = textVerdict(reading, facts)
      if (text !== 'unknown') {
        it(`${recording.version} ${recording.scenario}: says what was served`, () => {
          const isListed = factOf(facts.textExceptions, recording) !== undefined
          expect(text).toBe(isListed ? 'listed' : 'exact')
        })
      }

      const usage = usageVerdict(reading, facts)
      if (usage === 'unknown') continue

      it(`${recording.version} ${recording.scenario}: counts what was served`, () => {
        const isListed =
          (factOf(facts.usageExceptions, recording) ?? facts.usageExceptions['*']) !== undefined
        expect(usage).toBe(isListed ? 'listed' : 'exact')
      })
    }
  })
}
