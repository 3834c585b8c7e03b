import { describe, expect, it } from 'vitest'
import { applyToOutline, createOutline, takeOutlineChanges } from '../../src/core/outline.ts'
import { numberOfKind, SPAN_LANES } from '../../src/core/span.ts'
import { createStripBuilder } from '../../src/core/strip.ts'
import { createSession } from '../../src/dialects/registry.ts'
import { type RecordedEvents, recordedEvents } from '../recorded-events.ts'

const FIGURES = [
  'inputTokens',
  'outputTokens',
  'cacheReadTokens',
  'cacheCreationTokens',
  'costUsd',
  'durationMs',
] as const

function outlineOf({ events, protocol }: Pick<RecordedEvents, 'events' | 'protocol'>) {
  const outline = createOutline(createSession({ protocol }))
  for (const one of events) applyToOutline(outline, one)
  const { from, to, open } = outline.lanes
  return { changes: takeOutlineChanges(outline), session: outline.session, from, to, open }
}

function sumOf(rows: readonly Record<string, unknown>[], key: string): number {
  return rows.reduce((sum, row) => sum + Number(row[key] ?? 0), 0)
}

const recordings = recordedEvents()

describe('the outline of every recording', () => {
  it('has recordings of at least ten harnesses', () => {
    expect(new Set(recordings.map(({ name }) => name.split(' ')[0])).size).toBeGreaterThan(10)
  })

  it('has turns and slots that add up to what the ledger says', () => {
    for (const recording of recordings) {
      const { changes, session } = outlineOf(recording)
      const rows = { turns: changes.turns, slots: changes.slots }
      for (const key of FIGURES) {
        const total = session.usage[key] ?? 0
        expect.soft(sumOf(rows.turns, key), `${recording.name} turns ${key}`).toBeCloseTo(total, 6)
        if (key === 'durationMs') continue
        expect.soft(sumOf(rows.slots, key), `${recording.name} slots ${key}`).toBeCloseTo(total, 6)
      }
      expect.soft(sumOf(rows.turns, 'modelCalls'), recording.name).toBe(session.usage.calls)
      expect.soft(sumOf(rows.slots, 'calls'), recording.name).toBe(session.usage.calls)
      const { models } = session.usage
      // A resumed session's rows hold what it consumed before, too.
      if (sumOf(models, 'inputTokens') !== session.usage.inputTokens) continue
      for (const { model, ...row } of models) {
        const ofModel = changes.slots.filter((slot) => slot.model === model)
        expect.soft(sumOf(ofModel, 'inputTokens'), `${recording.name} ${model}`).toBe(row.inputTokens ?? 0)
      }
    }
  })

  it('has every turn, one after the other, with its calls and failures', () => {
    for (const recording of recordings) {
      const { changes, session } = outlineOf(recording)
      const turns = changes.turns.filter(({ number }) => number > 0)
      expect.soft(turns.length, recording.name).toBe(session.turns)
      for (const [index, turn] of turns.entries()) {
        expect(turn.number).toBe(index + 1)
        const next = turns[index + 1]
        expect(turn.lastSeq).toBe(next ? next.firstSeq - 1 : recording.events.length)
        const own = recording.events.slice(turn.firstSeq - 1, turn.lastSeq)
        const hasEnd = own.some(({ type }) => type === 'session.ended')
        expect.soft(turn.status === 'running', recording.name).toBe(!hasEnd && !next)
      }
      const ids = recording.events
        .filter(({ type }) => type === 'tool.call')
        .map(({ payload }) => payload.callId)
      const known = new Set(ids.filter((id) => typeof id === 'string'))
      expect.soft(sumOf(turns, 'calls'), recording.name).toBe(known.size)
      const failed = recording.events.filter(
        ({ type, payload }) =>
          type === 'tool.result' && payload.isError === true && known.has(String(payload.callId)),
      )
      expect
        .soft(sumOf(turns, 'failures'), recording.name)
        .toBe(new Set(failed.map(({ payload }) => payload.callId)).size)
    }
  })

  it('spends no lane more time than there was, and the time of the main loop once', () => {
    for (const recording of recordings) {
      const { changes, from, to, open } = outlineOf(recording)
      const builder = createStripBuilder(from, to, 50)
      for (const { kind, at, amount, seq } of changes.spans) builder.take(numberOfKind(kind), at, amount, seq)
      for (const lane of SPAN_LANES) {
        const one = open[lane]
        if (one) builder.take(numberOfKind(lane), one.since, (to ?? 0) - one.since, one.seq)
      }
      const { ms, buckets, bucketMs } = builder.strip()
      const length = recording.events.length < 2 ? 0 : (recording.events.length - 1) * 1_000
      expect((to ?? 0) - (from ?? 0)).toBe(length)
      for (const lane of SPAN_LANES) {
        expect.soft(ms[lane] ?? 0, `${recording.name} ${lane}`).toBeLessThanOrEqual(length)
        const inBuckets = buckets.reduce((sum, bucket) => sum + (bucket.ms[lane] ?? 0), 0)
        expect.soft(inBuckets, `${recording.name} ${lane}`).toBeCloseTo(ms[lane] ?? 0, 3)
        const longest = Math.max(0, ...buckets.map((bucket) => bucket.ms[lane] ?? 0))
        expect.soft(longest, `${recording.name} ${lane}`).toBeLessThanOrEqual(bucketMs + 0.001)
      }
      const main = (ms.model ?? 0) + (ms.human ?? 0) + (ms.retry ?? 0)
      expect.soft(main, recording.name).toBeLessThanOrEqual(length)
      // A session this short can be jumped to at each of its events.
      const firsts = buckets.map((): number | null => null)
      for (const [index, { ts }] of recording.events.entries()) {
        const place = Math.min(Math.floor((ts - (from ?? 0)) / bucketMs), buckets.length - 1)
        firsts[place] ??= index + 1
      }
      expect
        .soft(
          buckets.map((bucket) => bucket.firstSeq),
          recording.name,
        )
        .toEqual(firsts)
    }
  })
})
