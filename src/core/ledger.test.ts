import { describe, expect, it } from 'vitest'
import { counters, modelCall, stated } from '../../test/fold-events.ts'
import type { NormalizedEvent } from './events.ts'
import { summarizeUsage, type UsageEvent } from './usage.ts'

const cost = (events: UsageEvent[]): number | null => summarizeUsage(events).costUsd

describe('model calls', () => {
  it('count once per message id, with the largest value of each counter', () => {
    const events = [
      modelCall(10, 1, { messageId: 'a', provisional: true }),
      modelCall(10, 50, { messageId: 'a', requestId: 'r1' }),
      modelCall(9, 7, { messageId: 'a', requestId: 'r2' }),
      modelCall(5, 5, { messageId: 'b' }),
    ]
    expect(summarizeUsage(events)).toMatchObject({ calls: 2, inputTokens: 15, outputTokens: 55 })
  })

  it('count once per request id where there is no message id, and each where there is neither', () => {
    const events = [
      modelCall(1, 1, { requestId: 'r' }),
      modelCall(1, 1, { requestId: 'r' }),
      modelCall(2, 2),
      modelCall(2, 2),
    ]
    expect(summarizeUsage(events)).toMatchObject({ calls: 3, inputTokens: 5 })
  })

  it('of a later run or task are dropped when an earlier one had them', () => {
    const events = [
      modelCall(10, 1, { messageId: 'a' }, '1'),
      modelCall(10, 1, { messageId: 'a' }, '2'),
      modelCall(3, 1, { messageId: 'b' }, '2'),
    ]
    expect(summarizeUsage(events)).toMatchObject({ calls: 2, inputTokens: 13 })
  })

  it('with null counters are readings of the context', () => {
    const reading = {
      ...counters([null, null, null, null]),
      contextTokens: 900,
      contextWindow: 2_000,
      model: null,
    }
    const usage = summarizeUsage([{ type: 'usage', payload: { scope: 'call', ...reading } }])
    expect(usage).toMatchObject({ calls: 0, inputTokens: null, contextTokens: 900, contextWindow: 2_000 })
  })

  it('say that output is a lower bound until the harness states it', () => {
    const snapshot = modelCall(10, 1, { messageId: 'a', provisional: true })
    expect(summarizeUsage([snapshot]).outputIsLowerBound).toBe(true)
    expect(summarizeUsage([snapshot, modelCall(10, 9, { messageId: 'a' })]).outputIsLowerBound).toBe(false)
    const after = summarizeUsage([snapshot, stated([10, 40, 0, 0])])
    expect(after).toMatchObject({ outputTokens: 40, outputIsLowerBound: false })
  })

  it('add up the costs that they state, each once', () => {
    const first = modelCall(1, 1, { messageId: 'a', costUsd: 0.5 })
    expect(cost([first, first, modelCall(1, 1, { costUsd: 0.25 })])).toBe(0.75)
  })
})

describe('the context', () => {
  it('is that of the latest call of the main loop', () => {
    const nested = modelCall(77, 1, { messageId: 'c', contextTokens: null, model: 'advisor' })
    const subagent = modelCall(50, 1, { messageId: 'b', parentCallId: 't', model: 'small' })
    const usage = summarizeUsage([modelCall(10, 1, { messageId: 'a' }), subagent, nested])
    expect(usage).toMatchObject({ contextTokens: 10, model: 'm', inputTokens: 137 })
  })

  it.each(['compaction', 'reset'])('is unknown after a %s until the next call', (kind) => {
    const cleared: NormalizedEvent = { type: 'raw', payload: { json: {}, notice: { kind, text: '' } } }
    expect(summarizeUsage([modelCall(10, 1), cleared]).contextTokens).toBeNull()
    expect(summarizeUsage([modelCall(10, 1), cleared, modelCall(4, 1)]).contextTokens).toBe(4)
  })

  it('has the window that the harness stated, else that of its start, else the table', () => {
    const started = (more: object): NormalizedEvent => ({ type: 'session.started', payload: { ...more } })
    const model = 'claude-sonnet-4-5'
    const start = started({ model: `${model}[1m]`, contextWindow: 500_000 })
    const models = [
      { model: `${model}[1m]`, ...counters([1, 1, 0, 0]), costUsd: 0, contextWindow: 1_000_000 },
    ]
    const window = (events: UsageEvent[]) => summarizeUsage(events).contextWindow
    expect(window([modelCall(1, 1, { model })])).toBe(200_000)
    expect(window([start, modelCall(1, 1, { model })])).toBe(500_000)
    expect(window([start, modelCall(1, 1, { model }), stated([1, 1, 0, 0], { models })])).toBe(1_000_000)
    expect(window([start, modelCall(1, 1, { model: 'claude-opus-5' })])).toBe(1_000_000)
    expect(window([modelCall(1, 1, { model: 'unheard-of' })])).toBeNull()
  })
})

describe('odd input', () => {
  it('of wrong types counts as not said', () => {
    const wrong = {
      inputTokens: '5',
      outputTokens: -1,
      cacheReadTokens: Number.NaN,
      cacheCreationTokens: Number.POSITIVE_INFINITY,
    }
    const events: UsageEvent[] = [
      { type: 'usage', payload: { scope: 'call', ...wrong, messageId: 7, contextTokens: {} } },
      {
        type: 'usage',
        payload: { scope: 'session', ...wrong, covers: 3, sinceLast: [], turn: 'x', models: {} },
      },
      { type: 'usage', payload: { scope: 'galaxy', inputTokens: 5 } },
    ]
    expect(summarizeUsage(events)).toMatchObject({
      calls: 0,
      inputTokens: null,
      costUsd: null,
      contextTokens: null,
    })
  })

  it('cannot reach the prototype of an object by its ids', () => {
    const id = '__proto__'
    const events = [
      modelCall(1, 1, { messageId: id, model: id }, id),
      stated([5, 1, 0, 0], { sessionId: id, models: [{ model: id, ...counters([5, 1, 0, 0]) }] }, id),
    ]
    expect(summarizeUsage(events)).toMatchObject({ calls: 1, inputTokens: 5, model: id })
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(({} as Record<string, unknown>).pending).toBeUndefined()
  })
})
