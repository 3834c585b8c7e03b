import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ended, event, message, toolCall, toolResult } from '../../test/fold-events.ts'
import { TASK_EVENT_TYPES } from './events.ts'
import {
  applyToOutline,
  createOutline,
  type Outline,
  type PlacedEvent,
  takeOutlineChanges,
} from './outline.ts'
import { createSession, type FoldedEvent } from './session.ts'

/** The outline after some events, a second apart, of one run unless they name another. */
function outlineOf(events: readonly FoldedEvent[]): Outline {
  const outline = createOutline(createSession())
  for (const [index, { type, payload, ts, run }] of events.entries()) {
    applyToOutline(outline, { type, payload, ts: ts ?? index * 1_000, run: run ?? 'r' })
  }
  return outline
}

const said = (text: string, more = {}) => event('message', { role: 'user', text, truncated: false, ...more })
const turnsOf = (events: readonly FoldedEvent[]) => takeOutlineChanges(outlineOf(events)).turns
const spansOf = (events: readonly FoldedEvent[], kind: string) =>
  takeOutlineChanges(outlineOf(events))
    .spans.filter((span) => span.kind === kind)
    .map(({ at, amount, seq }) => [at, amount, seq])

describe('turns', () => {
  it('take what was consumed after their end, until the next begins', () => {
    const call = (id: string, inputTokens: number) =>
      event('usage', { scope: 'call', messageId: id, inputTokens })
    const [before, one, two] = turnsOf([
      call('a', 1),
      said('One'),
      call('b', 10),
      ended(),
      call('c', 100),
      said('Two'),
      call('b', 15),
      call('d', 1_000),
    ])
    expect(before).toMatchObject({ number: 0, inputTokens: 1 })
    expect(one).toMatchObject({ number: 1, firstSeq: 2, lastSeq: 5, inputTokens: 110, words: 'One' })
    // A later copy of a call that has more corrects the turn that goes on.
    expect(two).toMatchObject({ number: 2, inputTokens: 1_005, modelCalls: 1, status: 'running' })
  })

  it('count a message in fragments once, also with the whole that repeats it', () => {
    const part = (text: string) => message(text, {})
    const delta = (text: string) => event('message', { ...part(text).payload, delta: true })
    const [turn] = turnsOf([delta('He'), delta('llo'), message('Hello'), message('More'), delta('Bye')])
    expect(turn?.messages).toBe(3)
  })

  it('end without a word when another process begins one', () => {
    const [one, two] = turnsOf([said('One', {}), { ...said('Two'), run: 's' }])
    expect(one).toMatchObject({ status: 'no-result', endedAt: 0 })
    expect(two).toMatchObject({ status: 'running', startedAt: 1_000, endedAt: null })
  })

  it('have the words of the human, not those of the harness or of a subagent', () => {
    const [turn] = turnsOf([
      said('Rules', { origin: 'injected' }),
      said('Sub', { parentCallId: 'c' }),
      said('Go'),
      said('And'),
    ])
    expect(turn?.words).toBe('Go')
  })
})

describe('lanes', () => {
  it('are busy from the first call to the last result, once however many calls there are', () => {
    const events = [
      said('Go'),
      toolCall('a', 'Bash'),
      toolCall('b', 'Bash'),
      toolResult('a'),
      toolResult('b'),
      ended(),
    ]
    expect(spansOf(events, 'shell')).toEqual([[1_000, 3_000, 2]])
    expect(spansOf(events, 'model')).toEqual([
      [0, 1_000, 1],
      [4_000, 1_000, 5],
    ])
  })

  it('are left at the end of the turn by calls without a result, whose failure still counts', () => {
    const events = [said('Go'), toolCall('a', 'Bash'), ended(), toolResult('a', true)]
    expect(spansOf(events, 'shell')).toEqual([[1_000, 1_000, 2]])
    expect(turnsOf(events)[0]).toMatchObject({ calls: 1, failures: 1 })
  })

  it('change with the kind that a call is told to be of, and take no call twice', () => {
    const refined = (name: string) => toolCall('a', name, { merge: true })
    const events = [
      said('Go'),
      toolCall('a', 'unknown'),
      refined('Bash'),
      toolResult('a'),
      refined('Bash'),
      message(),
    ]
    expect(spansOf(events, 'other')).toEqual([[1_000, 1_000, 2]])
    expect(spansOf(events, 'shell')).toEqual([[2_000, 1_000, 3]])
    expect(turnsOf(events)[0]).toMatchObject({ calls: 1 })
  })
})

it('takes any payload, and stays plain data', () => {
  const anything = fc.record({
    type: fc.constantFrom(...TASK_EVENT_TYPES, 'future'),
    payload: fc.dictionary(
      fc.constantFrom(
        'callId',
        'role',
        'text',
        'isError',
        'notice',
        'scope',
        'model',
        'models',
        'tasks',
        'merge',
        'kind',
        'name',
      ),
      fc.anything({
        values: [fc.string(), fc.integer(), fc.constantFrom('call', 'session', 'user', null, true)],
      }),
    ),
    ts: fc.integer(),
    run: fc.constantFrom('r', 's'),
  })
  fc.assert(
    fc.property(fc.array(anything), (events) => {
      const outline = createOutline(createSession())
      for (const one of events) applyToOutline(outline, one as PlacedEvent)
      const { turns, spans } = takeOutlineChanges(outline)
      expect(JSON.parse(JSON.stringify(turns))).toEqual(turns)
      for (const { at, amount } of spans) expect([Number.isFinite(at), amount >= 0]).toEqual([true, true])
    }),
  )
})
