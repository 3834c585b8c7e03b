import { describe, expect, it } from 'vitest'
import { counters, event, modelCall, stated } from '../../test/fold-events.ts'
import { summarizeUsage, type UsageEvent } from './usage.ts'

const prompt = (events: UsageEvent[]): number | null => summarizeUsage(events).inputTokens
const cost = (events: UsageEvent[]): number | null => summarizeUsage(events).costUsd

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
    const events = [modelCall(10, 1), stated([12, 8, 0, 0]), modelCall(5, 2)]
    expect(summarizeUsage(events)).toMatchObject({ inputTokens: 17, outputTokens: 10 })
    expect(prompt([...events, stated([20, 9, 0, 0])])).toBe(20)
    expect(prompt([...events, stated([0, 0, 0, 0])])).toBe(17)
  })

  it('covers the calls before it, also copies of them that come later', () => {
    const copy = modelCall(10, 1, { messageId: 'a', provisional: true })
    const events = [copy, stated([12, 8, 0, 0]), modelCall(10, 6, { messageId: 'a' })]
    expect(summarizeUsage(events)).toMatchObject({
      inputTokens: 12,
      outputTokens: 8,
      outputIsLowerBound: false,
    })
  })

  it('covers the calls of its own run only', () => {
    expect(
      prompt([modelCall(10, 1, {}, '1'), modelCall(3, 1, {}, '2'), stated([10, 5, 0, 0], {}, '1')]),
    ).toBe(13)
  })

  it('is compared with the calls: the rest is reported', () => {
    const usage = summarizeUsage([modelCall(10, 1), stated([12, 8, 0, 0]), modelCall(5, 2)])
    expect(usage.unattributed).toEqual(counters([2, 7, 0, 0]))
  })
})

describe('a resumed session', () => {
  const first = [
    modelCall(100, 10, { messageId: 'a' }, '1'),
    stated([100, 10, 0, 0], { sessionId: 's', costUsd: 1 }, '1'),
  ]

  it('goes on from the earlier total where its own calls fit into the growth', () => {
    const second = [
      modelCall(40, 4, { messageId: 'b' }, '2'),
      stated([140, 14, 0, 0], { sessionId: 's', costUsd: 1.5 }, '2'),
    ]
    expect([prompt([...first, ...second]), cost([...first, ...second])]).toEqual([140, 1.5])
  })

  it('is added where they do not: the process counts from zero', () => {
    const second = [
      modelCall(140, 14, { messageId: 'b' }, '2'),
      stated([140, 14, 0, 0], { sessionId: 's', costUsd: 1.5 }, '2'),
    ]
    expect([prompt([...first, ...second]), cost([...first, ...second])]).toEqual([240, 2.5])
  })

  it('of another id is added', () => {
    expect(prompt([...first, stated([140, 14, 0, 0], { sessionId: 'other' }, '2')])).toBe(240)
  })
})

describe('a statement about a thread', () => {
  const started = (sessionId: string, run: string): UsageEvent =>
    event('session.started', { sessionId }, { run })
  const first = [started('t', '1'), stated([300, 30, 0, 0], { covers: 'thread' }, '1')]

  it('goes on in the next process of the thread, which names it only when it starts', () => {
    const second = [started('t', '2'), stated([800, 37, 0, 0], { covers: 'thread' }, '2')]
    expect(prompt([...first, ...second])).toBe(800)
  })

  it('keeps its tokens where a process states only how long it took', () => {
    const second = [started('t', '2'), stated([0, 0, 0, 0], { covers: 'thread', durationMs: 900 }, '2')]
    const third = [started('t', '3'), stated([900, 40, 0, 0], { covers: 'thread', durationMs: 1_000 }, '3')]
    const usage = summarizeUsage([...first, ...second, ...third])
    expect([usage.inputTokens, usage.durationMs]).toEqual([900, 1_000])
  })

  it('of another thread is added', () => {
    const second = [started('u', '2'), stated([800, 37, 0, 0], { covers: 'thread' }, '2')]
    expect(prompt([...first, ...second])).toBe(1_100)
  })

  it('of a thread beside it in the same process is added, be it the larger one', () => {
    const ofThread = (sessionId: string, input: number) =>
      stated([input, 0, 0, 0], { covers: 'thread', sessionId }, '1')
    const side = [ofThread('side', 700), ofThread('t', 500), ofThread('side', 900)]
    expect(prompt([...first, ...side])).toBe(1_400)
  })

  it('that nobody names goes on from the one before it', () => {
    const unnamed = [300, 500].map((input) => stated([input, 0, 0, 0], { covers: 'thread' }, '1'))
    expect(prompt(unnamed)).toBe(500)
  })
})
