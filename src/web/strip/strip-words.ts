import type { SpanLane } from '../../core/span.ts'
import type { TaskStrip } from '../api/types.ts'
import { formatCount, formatDuration } from '../base/format.ts'

const WORDS: readonly (readonly [lanes: readonly SpanLane[], word: string])[] = [
  [['model'], 'model'],
  [['shell', 'mcp', 'other'], 'commands and tools'],
  [['edit'], 'edits'],
  [['read', 'search', 'fetch'], 'reading and searching'],
  [['agent'], 'agents'],
  [['human'], 'waiting for you'],
  [['retry'], 'retries'],
]

/** What the strip shows, in words: for who does not see it. */
export function describeStrip({ from, to, ms, buckets, contextWindow }: TaskStrip): string {
  if (from === null || to === null) return 'Nothing happened yet.'
  const parts = WORDS.flatMap(([lanes, word]) => {
    const sum = lanes.reduce((total, lane) => total + (ms[lane] ?? 0), 0)
    return sum > 0 ? [`${word} ${formatDuration(sum)}`] : []
  })
  const count = (kind: 'failures' | 'compactions') =>
    buckets.reduce((sum, bucket) => sum + (bucket[kind]?.count ?? 0), 0)
  const tokens = buckets.findLast(({ contextTokens }) => contextTokens !== null)?.contextTokens ?? null
  const marks = [
    count('failures') > 0 ? `${formatCount(count('failures'))} failed` : '',
    tokens === null
      ? ''
      : `context ${formatCount(tokens)}${contextWindow === null ? '' : ` of ${formatCount(contextWindow)}`}`,
    count('compactions') > 0
      ? `${formatCount(count('compactions'))} ${count('compactions') === 1 ? 'compaction' : 'compactions'}`
      : '',
  ].filter(Boolean)
  return `${formatDuration(to - from)} in all: ${[...parts, ...marks].join(', ')}.`
}
