import { describe, expect, it } from 'vitest'
import type { NormalizedEvent } from './events.ts'
import { summarizeUsage, type UsageEvent } from './usage.ts'

type Four = readonly [
  input: number | null,
  output: number | null,
  read: number | null,
  creation: number | null,
]

const counters = ([inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens]: Four) => ({
  inputTokens,
  outputTokens,
  cacheReadTokens,
  cacheCreationTokens,
})

/** A model call with a prompt of `input`, and its answer of `output` tokens. */
function call(input: number, output: number, more: Record<string, unknown> = {}, run?: string): UsageEvent {
  const payload = {
    scope: 'call',
    model: 'm',
    ...counters([input, output, 0, 0]),
    contextTokens: input,
    ...more,
  }
  return { type: 'usage', payload, ...(run === undefined ? {} : { run }) }
}

/** A statement of the harness about a session. */
function stated(four: Four, more: Record<string, unknown> = {}, run?: string): UsageEvent {
  const nothing = { costUsd: null, turns: null, durationMs: null }
  const payload = { scope: 'session', ...counters(four), ...nothing, ...more }
  return { type: 'usage', payload, ...(run === undefined ? {} : { run }) }
}

const prompt = (events: UsageEvent[]): number | null => summarizeUsage(events).inputTokens
const cost = (events: UsageEvent[]): number | null => summarizeUsage(events).costUsd

describe('model calls', () => {
  it('count once per message id, with the largest value of each counter', () => {
    const events = [
      call(10, 1, { messageId: 'a', provisional: true }),
      call(10, 50, { messageId: 'a', requestId: 'r1' }),
      call(9, 7, { messageId: 'a', requestId: 'r2' }),
      call(5, 5, { messageId: 'b' }),
    ]
    expect(summarizeUsage(events)).toMatchObject({ calls: 2, inputTokens: 15, outputTokens: 55 })
  })

  it('count once per request id where there is no message id, and each where there is neither', () => {
    const events = [call(1, 1, { requestId: 'r' }), call(1, 1, { requestId: 'r' }), call(2, 2), call(2, 2)]
    expect(summarizeUsage(events)).toMatchObject({ calls: 3, inputTokens: 5 })
  })

  it('of a later run or task are dropped when an earlier one had them', () => {
    const events = [
      call(10, 1, { messageId: 'a' }, '1'),
      call(10, 1, { messageId: 'a' }, '2'),
      call(3, 1, { messageId: 'b' }, '2'),
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
    const snapshot = call(10, 1, { messageId: 'a', provisional: true })
    expect(summarizeUsage([snapshot]).outputIsLowerBound).toBe(true)
    expect(summarizeUsage([snapshot, call(10, 9, { messageId: 'a' })]).outputIsLowerBound).toBe(false)
    const after = summarizeUsage([snapshot, stated([10, 40, 0, 0])])
    expect(after).toMatchObject({ outputTokens: 40, outputIsLowerBound: false })
  })

  it('add up the costs that they state, each once', () => {
    const first = call(1, 1, { messageId: 'a', costUsd: 0.5 })
    expect(cost([first, first, call(1, 1, { costUsd: 0.25 })])).toBe(0.75)
  })
})

describe('the context', () => {
  it('is that of the latest call of the main loop', () => {
    const nested = call(77, 1, { messageId: 'c', contextTokens: null, model: 'advisor' })
    const subagent = call(50, 1, { messageId: 'b', parentCallId: 't', model: 'small' })
    const usage = summarizeUsage([call(10, 1, { messageId: 'a' }), subagent, nested])
    expect(usage).toMatchObject({ contextTokens: 10, model: 'm', inputTokens: 137 })
  })

  it.each(['compaction', 'reset'])('is unknown after a %s until the next call', (kind) => {
    const cleared: NormalizedEvent = { type: 'raw', payload: { json: {}, notice: { kind, text: '' } } }
    expect(summarizeUsage([call(10, 1), cleared]).contextTokens).toBeNull()
    expect(summarizeUsage([call(10, 1), cleared, call(4, 1)]).contextTokens).toBe(4)
  })

  it('has the window that the harness stated, else that of its start, else the table', () => {
    const started = (more: object): NormalizedEvent => ({ type: 'session.started', payload: { ...more } })
    const model = 'claude-sonnet-4-5'
    const start = started({ model: `${model}[1m]`, contextWindow: 500_000 })
    const models = [
      { model: `${model}[1m]`, ...counters([1, 1, 0, 0]), costUsd: 0, contextWindow: 1_000_000 },
    ]
    const window = (events: UsageEvent[]) => summarizeUsage(events).contextWindow
    expect(window([call(1, 1, { model })])).toBe(200_000)
    expect(window([start, call(1, 1, { model })])).toBe(500_000)
    expect(window([start, call(1, 1, { model }), stated([1, 1, 0, 0], { models })])).toBe(1_000_000)
    expect(window([start, call(1, 1, { model: 'claude-opus-5' })])).toBe(1_000_000)
    expect(window([call(1, 1, { model: 'unheard-of' })])).toBeNull()
  })
})

describe('what the harness states', () => {
  it('is null where it never did, and zero where it said zero', () => {
    expect(summarizeUsage([])).toMatchObject({
      calls: 0,
      inputTokens: null,
      costUsd: null,
      turns: null,
      durationMs: null,
      unattributed: null,
    })
    expect(summarizeUsage([stated([0, 0, 0, 0], { costUsd: 0, turns: 0 })])).toMatchObject({
      inputTokens: 0,
      costUsd: 0,
      turns: 0,
      durationMs: null,
    })
  })

  it('of a process is a running total: its growth counts', () => {
    const events = [
      stated([10, 5, 0, 0], { costUsd: 1, turns: 2, durationMs: 100 }),
      stated([30, 9, 0, 0], { costUsd: 1.5, turns: 3, durationMs: 150 }),
    ]
    expect(summarizeUsage(events)).toMatchObject({
      inputTokens: 30,
      outputTokens: 9,
      costUsd: 1.5,
      turns: 3,
      durationMs: 150,
    })
  })

  it('of a process adds up where it starts anew, and a zero in between is no news', () => {
    const events = [
      stated([100, 5, 0, 0], { costUsd: 2 }),
      stated([0, 0, 0, 0], { costUsd: 0 }),
      stated([110, 5, 0, 0], { costUsd: 3 }),
      stated([20, 1, 0, 0], { costUsd: 0.5 }),
    ]
    expect([prompt(events), cost(events)]).toEqual([130, 3.5])
  })

  it('of turns adds up', () => {
    const turn = { covers: 'turn', costUsd: 0.5, turns: 2, durationMs: 10 }
    expect(summarizeUsage([stated([10, 1, 0, 0], turn), stated([4, 1, 0, 0], turn)])).toMatchObject({
      inputTokens: 14,
      outputTokens: 2,
      costUsd: 1,
      turns: 4,
      durationMs: 20,
    })
  })

  it('of turns may have a cost that runs on', () => {
    const covers = { covers: 'turn', costCovers: 'process' }
    const events = [
      stated([10, 1, 0, 0], { ...covers, costUsd: 1 }),
      stated([4, 1, 0, 0], { ...covers, costUsd: 1.25 }),
    ]
    expect([prompt(events), cost(events)]).toEqual([14, 1.25])
  })

  it('of turns is inside the running total that comes later in the same process', () => {
    const events = [
      stated([10, 1, 0, 0], { covers: 'process' }),
      stated([4, 1, 0, 0], { covers: 'turn' }),
      stated([16, 3, 0, 0], { covers: 'process' }),
    ]
    expect(prompt(events)).toBe(16)
  })

  it('of a thread runs on over its processes, cost and all', () => {
    const thread = { covers: 'thread', sessionId: 's' }
    const events = [
      stated([10, 1, 0, 0], { ...thread, costUsd: 1 }, '1'),
      stated([25, 3, 0, 0], { ...thread, costUsd: 1.5 }, '2'),
      stated([7, 1, 0, 0], { covers: 'thread', sessionId: 'other', costUsd: 0.25 }, '2'),
    ]
    expect([prompt(events), cost(events)]).toEqual([32, 1.75])
  })

  it('as an increment is added, whatever the totals beside it say', () => {
    const since = (input: number, costUsd: number) => ({
      costUsd: 9,
      sinceLast: { ...counters([input, 1, 0, 0]), costUsd },
    })
    const events = [
      stated([10, 1, 0, 0], since(10, 1), '1'),
      stated([15, 2, 0, 0], since(5, 0.5), '1'),
      stated([18, 3, 0, 0], since(3, 0.25), '2'),
    ]
    expect([prompt(events), cost(events)]).toEqual([18, 1.75])
  })

  it('counts turns and durations by the turn where both are stated', () => {
    const turn = { ...counters([1, 1, 0, 0]), turns: 2, durationMs: 30 }
    const statement = stated([10, 1, 0, 0], { turns: 2, durationMs: 30, turn })
    const usage = summarizeUsage([
      statement,
      stated([12, 2, 0, 0], { turns: 1, durationMs: 5, turn: { ...turn, turns: 1, durationMs: 5 } }),
    ])
    expect(usage).toMatchObject({ inputTokens: 12, turns: 3, durationMs: 35 })
  })

  it('has the calls after it added on top, until the next', () => {
    const events = [call(10, 1), stated([12, 8, 0, 0]), call(5, 2)]
    expect(summarizeUsage(events)).toMatchObject({ inputTokens: 17, outputTokens: 10 })
    expect(prompt([...events, stated([20, 9, 0, 0])])).toBe(20)
    expect(prompt([...events, stated([0, 0, 0, 0])])).toBe(17)
  })

  it('covers the calls of its own run only', () => {
    expect(prompt([call(10, 1, {}, '1'), call(3, 1, {}, '2'), stated([10, 5, 0, 0], {}, '1')])).toBe(13)
  })

  it('is compared with the calls: the rest is reported', () => {
    const usage = summarizeUsage([call(10, 1), stated([12, 8, 0, 0]), call(5, 2)])
    expect(usage.unattributed).toEqual(counters([2, 7, 0, 0]))
  })
})

describe('a resumed session', () => {
  const first = [
    call(100, 10, { messageId: 'a' }, '1'),
    stated([100, 10, 0, 0], { sessionId: 's', costUsd: 1 }, '1'),
  ]

  it('goes on from the earlier total where its own calls fit into the growth', () => {
    const second = [
      call(40, 4, { messageId: 'b' }, '2'),
      stated([140, 14, 0, 0], { sessionId: 's', costUsd: 1.5 }, '2'),
    ]
    expect([prompt([...first, ...second]), cost([...first, ...second])]).toEqual([140, 1.5])
  })

  it('is added where they do not: the process counts from zero', () => {
    const second = [
      call(140, 14, { messageId: 'b' }, '2'),
      stated([140, 14, 0, 0], { sessionId: 's', costUsd: 1.5 }, '2'),
    ]
    expect([prompt([...first, ...second]), cost([...first, ...second])]).toEqual([240, 2.5])
  })

  it('of another id is added', () => {
    expect(prompt([...first, stated([140, 14, 0, 0], { sessionId: 'other' }, '2')])).toBe(240)
  })
})

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
      call(1, 1, { messageId: id, model: id }, id),
      stated([5, 1, 0, 0], { sessionId: id, models: [{ model: id, ...counters([5, 1, 0, 0]) }] }, id),
    ]
    expect(summarizeUsage(events)).toMatchObject({ calls: 1, inputTokens: 5, model: id })
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(({} as Record<string, unknown>).pending).toBeUndefined()
  })
})
