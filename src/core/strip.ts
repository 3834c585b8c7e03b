import { SPAN_LANES, type Span, type SpanLane, type SpanMark } from './span.ts'

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
  take(kind: Span['kind'], at: number, amount: number, seq: number): void
  strip(): Strip
}

const KEY_BY_MARK = {
  turn: 'turns',
  failure: 'failures',
  compaction: 'compactions',
  limit: 'limits',
} as const
const LANES: ReadonlySet<string> = new Set(SPAN_LANES)

/** A strip from a session's first to its last moment in so many slices; fewer where they would be under a millisecond. */
export function createStripBuilder(from: number | null, to: number | null, count: number): StripBuilder {
  const start = from ?? 0
  const length = Math.max((to ?? start) - start, 0)
  const size = from === null ? 0 : Math.max(1, Math.min(count, Math.ceil(length)))
  const bucketMs = Math.max(1, size === 0 ? 1 : length / size)
  const buckets: StripBucket[] = Array.from({ length: size }, () => ({
    firstSeq: null,
    ms: {},
    contextTokens: null,
  }))
  const contextSeqs = new Float64Array(size)
  const ms: Strip['ms'] = {}

  const indexOf = (at: number): number => Math.min(Math.max(Math.floor((at - start) / bucketMs), 0), size - 1)

  function addTime(lane: SpanLane, at: number, amount: number): void {
    ms[lane] = (ms[lane] ?? 0) + amount
    const end = at + amount
    const last = indexOf(end)
    for (let index = indexOf(at); index <= last; index++) {
      const bucket = buckets[index]
      const begin = start + index * bucketMs
      const part = Math.min(end, begin + bucketMs) - Math.max(at, begin)
      if (bucket && part > 0) bucket.ms[lane] = (bucket.ms[lane] ?? 0) + part
    }
  }

  function addMark(bucket: StripBucket, mark: SpanMark, index: number, amount: number, seq: number): void {
    if (mark === 'place') return
    if (mark === 'context') {
      if (seq < (contextSeqs[index] ?? 0)) return
      contextSeqs[index] = seq
      bucket.contextTokens = amount
      return
    }
    const key = KEY_BY_MARK[mark]
    const known = bucket[key]
    if (known) {
      known.count++
      known.firstSeq = Math.min(known.firstSeq, seq)
    } else bucket[key] = { count: 1, firstSeq: seq }
  }

  return {
    take(kind, at, amount, seq) {
      const index = indexOf(at)
      const bucket = buckets[index]
      if (!bucket) return
      if (bucket.firstSeq === null || seq < bucket.firstSeq) bucket.firstSeq = seq
      if (isLane(kind)) {
        if (amount > 0) addTime(kind, at, amount)
      } else addMark(bucket, kind, index, amount, seq)
    },
    strip: () => ({ from, to, bucketMs, ms, buckets }),
  }
}

function isLane(kind: Span['kind']): kind is SpanLane {
  return LANES.has(kind)
}
