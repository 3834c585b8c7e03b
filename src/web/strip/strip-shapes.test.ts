import { expect, it } from 'vitest'
import { numberOfKind } from '../../core/span.ts'
import { createStripBuilder } from '../../core/strip.ts'
import { STRIP_WIDTH, shapesOf } from './strip-shapes.ts'
import { describeStrip } from './strip-words.ts'

/** Ten seconds: the model, a command that failed, a retry, a wait, a compaction. */
function stripOf() {
  const builder = createStripBuilder(0, 10_000, 100)
  builder.take(numberOfKind('turn'), 0, 0, 1)
  builder.take(numberOfKind('model'), 0, 2_000, 1)
  builder.take(numberOfKind('shell'), 2_000, 1_000, 4)
  builder.take(numberOfKind('failure'), 2_500, 0, 5)
  builder.take(numberOfKind('retry'), 3_000, 500, 6)
  builder.take(numberOfKind('context'), 3_500, 50_000, 7)
  builder.take(numberOfKind('compaction'), 5_000, 0, 8)
  builder.take(numberOfKind('human'), 6_000, 4_000, 9)
  return { ...builder.strip(), contextWindow: 100_000, generation: 1 }
}

it('draws each kind of time in its lane, at its place and as long as it took', () => {
  const { lanes, turns, compactions, context } = shapesOf(stripOf())
  const pathOf = (tone: string) => lanes.find((lane) => lane.tone === tone)?.path
  expect(pathOf('model')).toBe('M0 13h200v7h-200z')
  expect(pathOf('wait')).toBe(`M600 2h${STRIP_WIDTH - 600}v7h-400z`)
  expect(pathOf('retry')).toBe('M300 13h50v7h-50z')
  expect(pathOf('fail')).toBe('M250 24h10v7h-10z')
  expect(turns).toEqual([0])
  expect(compactions).toEqual([500])
  expect(context?.line).toMatch(/^M35\d(\.\d)? 77\.5$/)
})

it('says in words what it draws', () => {
  expect(describeStrip(stripOf())).toBe(
    '10 s in all: model 2 s, commands and tools 1 s, waiting for you 4 s, retries 500 ms, 1 failed, context 50,000 of 100,000, 1 compaction.',
  )
  expect(describeStrip({ ...stripOf(), from: null })).toBe('Nothing happened yet.')
})
