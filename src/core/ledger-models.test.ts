import { describe, expect, it } from 'vitest'
import { counters, stated } from '../../test/fold-events.ts'
import { summarizeUsage, type UsageEvent } from './usage.ts'

describe('rows per model', () => {
  const row = (model: string, input: number) => ({
    model,
    ...counters([input, 1, 0, 0]),
    costUsd: input / 10,
    contextWindow: null,
  })
  const rows = (events: UsageEvent[]) =>
    summarizeUsage(events).models.map(({ model, inputTokens }) => [model, inputTokens])

  it('are the latest of a stretch, and add up over stretches', () => {
    const events = [
      stated([10, 1, 0, 0], { models: [row('a', 10)] }),
      stated([15, 2, 0, 0], { models: [row('a', 12), row('b', 3)] }),
    ]
    expect(rows(events)).toEqual([
      ['a', 12],
      ['b', 3],
    ])
    expect(rows([...events, stated([4, 1, 0, 0], { models: [row('a', 4)] })])).toEqual([
      ['a', 16],
      ['b', 3],
    ])
  })

  it('of turns add up', () => {
    const turn = stated([10, 1, 0, 0], { covers: 'turn', models: [row('a', 10)] })
    expect(rows([turn, turn])).toEqual([['a', 20]])
  })

  it('are at most 100', () => {
    const many = Array.from({ length: 150 }, (_, index) => row(`m${index}`, 1))
    const others = many.map((entry) => ({ ...entry, model: `${entry.model}x` }))
    const events = [stated([150, 1, 0, 0], { models: many }), stated([100, 1, 0, 0], { models: others })]
    expect(summarizeUsage(events).models).toHaveLength(100)
  })
})
