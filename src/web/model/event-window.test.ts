import { describe, expect, it } from 'vitest'
import type { ApiEvent, EventPage } from '../api/types.ts'
import {
  farEnd,
  speakOfUnknown,
  trimWindow,
  windowOf,
  withCalls,
  withNewer,
  withOlder,
} from './event-window.ts'

function event(seq: number, type = 'message', payload: ApiEvent['payload'] = {}): ApiEvent {
  return { seq, ts: seq, tsKind: 'read', type, payload, run: 'r1', hasSource: true }
}

function page(from: number, to: number, special: ApiEvent[] = [], related: ApiEvent[] = []): EventPage {
  const events = Array.from({ length: to - from + 1 }, (_, index) => event(from + index))
  for (const one of special) events[one.seq - from] = one
  return { events, related, firstSeq: from, lastSeq: to, hasMore: from > 1, generation: 1 }
}

const call = (seq: number, callId: string) => event(seq, 'tool.call', { callId })
const result = (seq: number, callId: string) => event(seq, 'tool.result', { callId })
const seqsOf = (events: readonly ApiEvent[]) => events.map(({ seq }) => seq)

describe('the window of loaded events', () => {
  it('says what lies beside it', () => {
    expect(windowOf(page(1, 10), 10)).toMatchObject({ hasOlder: false, hasNewer: false })
    expect(windowOf(page(5, 10), 12)).toMatchObject({ hasOlder: true, hasNewer: true })
    expect(trimWindow(windowOf(page(5, 10), 12), 'start', { first: 5, last: 10 }).events).toHaveLength(6)
  })

  it('becomes smaller at one end, and never where the reader is', () => {
    const large = windowOf(page(1_001, 6_000), 6_000)
    const atEnd = trimWindow(large, 'start', { first: 5_950, last: 6_000 })
    expect([atEnd.events[0]?.seq, atEnd.events.length, atEnd.hasOlder]).toEqual([3_001, 3_000, true])
    const atStart = trimWindow(large, 'end', { first: 1_001, last: 1_050 })
    expect([atStart.events.at(-1)?.seq, atStart.hasNewer]).toEqual([4_000, true])
    expect(trimWindow(large, 'start', { first: 1_200, last: 1_250 })).toBe(large)
    expect(trimWindow(large, 'end', { first: 5_900, last: 5_950 })).toBe(large)
    expect(farEnd(large, { first: 1_200, last: 1_250 })).toBe('end')
    expect(farEnd(large, { first: 5_000, last: 5_050 })).toBe('start')
  })

  it('does not begin inside a text that came in fragments', () => {
    const parts = Array.from({ length: 40 }, (_, index) => event(1_990 + index, 'message', { delta: true }))
    const { events } = trimWindow(windowOf(page(1, 5_000, parts), 5_000), 'start', {
      first: 4_900,
      last: 5_000,
    })
    expect(events[0]?.seq).toBe(1_989)
  })

  it('knows the calls that its events speak of, and those whose result is still to come', () => {
    const special = [
      call(100, 'done'),
      result(101, 'done'),
      call(102, 'spoken of'),
      result(103, 'spoken of'),
      call(104, 'open'),
      event(4_500, 'message', { parentCallId: 'spoken of' }),
    ]
    const trimmed = trimWindow(windowOf(page(1, 5_000, special), 5_000), 'start', {
      first: 4_900,
      last: 5_000,
    })
    expect(seqsOf(trimmed.related)).toEqual([102, 104])
    // Loaded again, they are no longer outside.
    const whole = withOlder(trimmed, page(100, 2_000, special.slice(0, 5)))
    expect(whole.related).toEqual([])
    expect(whole.hasOlder).toBe(true)
  })

  it('tells when what arrives speaks of a call that it does not know', () => {
    const window = windowOf(page(5, 10, [call(6, 'inside')], [call(2, 'before')]), 10)
    expect(speakOfUnknown(window, [result(11, 'inside'), result(12, 'before')])).toBe(false)
    expect(speakOfUnknown(window, [call(11, 'new'), result(12, 'new'), event(13)])).toBe(false)
    expect(speakOfUnknown(window, [result(11, 'far')])).toBe(true)
    expect(speakOfUnknown(window, [event(11, 'message', { parentCallId: 'far' })])).toBe(true)
    expect(seqsOf(withCalls(window, [call(1, 'far'), call(6, 'inside')]).related)).toEqual([2, 1])
  })

  it('takes calls that are new alone', () => {
    const before = windowOf(page(5, 10, [], [call(2, 'early')]), 12)
    const after = withNewer(before, [event(11)], [call(2, 'early'), call(7, 'inside')], true)
    expect(after.related).toBe(before.related)
    expect(seqsOf(withNewer(before, [event(11)], [call(3, 'other')], false).related)).toEqual([2, 3])
  })
})
