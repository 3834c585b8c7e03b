import { expect, it } from 'vitest'
import { metaOf, type RunReport } from './report.ts'

it('keeps the facts of a run, the requests in words and the end of stderr', () => {
  const nothing = { texts: [], usage: [0, 0, 0, 0] as [number, number, number, number] }
  const exchange = { wire: 'chat' as const, model: 'm', streams: true, text: null, usage: null }
  const report: RunReport = {
    args: ['exec'],
    stdin: 'hi',
    exitCode: null,
    signal: 'SIGINT',
    durationMs: 12,
    isInterrupted: true,
    isTimedOut: false,
    chunks: [[3, 10]],
    stderr: `${'x'.repeat(5000)}end`,
    served: { texts: ['Hi.'], usage: [1, 2, 3, 4] },
    helper: nothing,
    side: nothing,
    exchanges: [
      { ...exchange, lane: 'side', status: 200, isWhole: true },
      { ...exchange, lane: 'main', status: 429, isWhole: true },
      { ...exchange, lane: 'main', status: 200, isWhole: false },
    ],
  }
  const about = {
    harness: 'codex',
    version: '1.0.0',
    scenario: 'cut',
    protocol: 'codex-json',
    note: 'A note.',
  }
  const { stderr, requests, ...meta } = metaOf(about, report)
  expect(stderr).toHaveLength(4000)
  expect(stderr.endsWith('end')).toBe(true)
  expect(requests).toEqual(['side 200', 'main 429', 'main 200 not whole'])
  const { exchanges: _, stderr: __, ...facts } = report
  expect(meta).toEqual({ ...about, ...facts })
})
