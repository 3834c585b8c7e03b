import { FIRST_MARK, numberOfKind, SPAN_LANES, SPAN_MARKS, type SpanLane } from './span.ts'

/** Moments of one kind within a bucket. */
export type StripMark = { count: number; firstSeq: number }

/** A slice of a session's time. */
export type StripBucket = {
  /** An event to jump to: the first in this slice that begins something; null where nothing begins. */
  firstSeq: number | null
  /** Time by lane (ms); lanes without any are left out. A lane has at most the length of the slice. */
  ms: Partial<Record<SpanLane, number>>
  turns?: StripMark
  failures?: StripMark
  compactions?: StripMark
  /** Notices of a rate limit, near or reached. */
  limits?: StripMark
  /** The last reading of the context in this slice, null where there was none. */
  contextTokens: number | null
}

/** What a strip of the whole session draws. */
export type Strip = {
  /** Times of the first and of the last event (ms, UTC), null without events. */
  from: number | null
  to: number | null
  /** Length of a slice (ms), not a whole number. */
  bucketMs: number
  /** Time by lane over the whole session (ms). */
  ms: Partial<Record<SpanLane, number>>
  buckets: StripBucket[]
}

/** A strip that takes spans in any order. */
export type StripBuilder = {
  /** Takes a span; `kind` is its number (`numberOfKind`), one of a newer version is left out. */
  take(kind: number, at: number, amount: number, seq: number): void
  strip(): Strip
}

const MARK_KEYS = { turn: 'turns', failure: 'failures', compaction: 'compactions', limit: 'limits' } as const
const CONTEXT = numberOfKind('context')

/**
 * A strip from a session's first to its last moment in so many slices; fewer where they would be under a millisecond.
 * Sums are kept in flat arrays: a session of a million events has some 800,000 spans.
 */
export function createStripBuilder(from: number | null, to: number | null, count: number): StripBuilder {
  const start = from ?? 0
  const length = Math.max((to ?? start) - start, 0)
  const size = from === null ? 0 : Math.max(1, Math.min(count, Math.ceil(length)))
  const bucketMs = size === 0 ? 1 : Math.max(1, length / size)
  const firstSeqs = new Float64Array(size)
  const laneMs = SPAN_LANES.map(() => new Float64Array(size))
  const totals = new Float64Array(SPAN_LANES.length)
  const markCounts = SPAN_MARKS.map(() => new Float64Array(size))
  const markSeqs = SPAN_MARKS.map(() => new Float64Array(size))
  const contexts = new Float64Array(size)

  const indexOf = (at: number): number => Math.min(Math.max(Math.floor((at - start) / bucketMs), 0), size - 1)

  function addTime(lane: number, at: number, amount: number): void {
    const times = laneMs[lane]
    if (!times) return
    totals[lane] = (totals[lane] ?? 0) + amount
    const end = at + amount
    const last = indexOf(end)
    for (let index = indexOf(at); index <= last; index++) {
      const begin = start + index * bucketMs
      const part = Math.min(end, begin + bucketMs) - Math.max(at, begin)
      if (part > 0) times[index] = (times[index] ?? 0) + part
    }
  }

  function addMark(mark: number, index: number, amount: number, seq: number): void {
    const counts = markCounts[mark - FIRST_MARK]
    const seqs = markSeqs[mark - FIRST_MARK]
    if (!counts || !seqs) return
    const known = counts[index] ?? 0
    counts[index] = known + 1
    if (mark === CONTEXT) {
      // The last reading counts, of other marks the first.
      if (known > 0 && seq < (seqs[index] ?? 0)) return
      seqs[index] = seq
      contexts[index] = amount
    } else if (known === 0 || seq < (seqs[index] ?? 0)) seqs[index] = seq
  }

  function bucketAt(index: number): StripBucket {
    const context = SPAN_MARKS.indexOf('context')
    const bucket: StripBucket = {
      firstSeq: firstSeqs[index] || null,
      ms: byLane((lane) => laneMs[lane]?.[index] ?? 0),
      contextTokens: markCounts[context]?.[index] ? (contexts[index] ?? null) : null,
    }
    for (const [place, mark] of SPAN_MARKS.entries()) {
      const count = markCounts[place]?.[index] ?? 0
      if (count > 0 && mark in MARK_KEYS) {
        bucket[MARK_KEYS[mark as keyof typeof MARK_KEYS]] = { count, firstSeq: markSeqs[place]?.[index] ?? 0 }
      }
    }
    return bucket
  }

  return {
    take(kind, at, amount, seq) {
      if (size === 0) return
      const index = indexOf(at)
      const first = firstSeqs[index] ?? 0
      if (first === 0 || seq < first) firstSeqs[index] = seq
      if (kind >= FIRST_MARK) addMark(kind, index, amount, seq)
      else if (amount > 0) addTime(kind, at, amount)
    },
    strip: () => ({
      from,
      to,
      bucketMs,
      ms: byLane((lane) => totals[lane] ?? 0),
      buckets: Array.from({ length: size }, (_, index) => bucketAt(index)),
    }),
  }
}

function byLane(read: (lane: number) => number): Strip['ms'] {
  return Object.fromEntries(
    SPAN_LANES.map((lane, index) => [lane, read(index)] as const).filter(([, ms]) => ms > 0),
  )
}
