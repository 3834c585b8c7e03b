import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkRecording } from '../../scripts/recordings/check-recording.ts'
import { LAB_RECORDINGS, readRecordings } from '../recordings.ts'

for (const harness of readdirSync(LAB_RECORDINGS)) {
  describe(`the lab's recordings of ${harness}`, () => {
    const recordings = readRecordings(harness, LAB_RECORDINGS)

    it('has the scenarios that run on every harness', () => {
      const names = new Set(recordings.map(({ scenario }) => scenario))
      const common = [
        'plain',
        'thinking',
        'shell',
        'shell-fail',
        'parallel',
        'edit',
        'mcp',
        'error',
        'interrupt',
      ]
      expect(common.filter((name) => !names.has(name))).toEqual([])
    })

    for (const recording of recordings) {
      it(`${recording.version} ${recording.scenario}: is read whole, and says what was served`, () => {
        const { protocol, problems } = checkRecording(recording)
        expect(protocol).not.toBeNull()
        expect(problems).toEqual([])
      })
    }
  })
}
