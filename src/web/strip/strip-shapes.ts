import type { SpanLane } from '../../core/span.ts'
import type { StripBucket } from '../../core/strip.ts'
import type { TaskStrip } from '../api/types.ts'

/** The lanes of the strip, top to bottom; lanes of the same kind of time are one. */
export const STRIP_LANES = ['you', 'model', 'run', 'edit', 'look', 'agents'] as const

/** One of {@link STRIP_LANES}. */
export type StripLane = (typeof STRIP_LANES)[number]

const LANE_OF: Readonly<Record<SpanLane, StripLane>> = {
  human: 'you',
  model: 'model',
  retry: 'model',
  shell: 'run',
  mcp: 'run',
  other: 'run',
  edit: 'edit',
  read: 'look',
  search: 'look',
  fetch: 'look',
  agent: 'agents',
}

/** Width and height of the drawing; its width stands for the whole session. */
export const STRIP_WIDTH = 1000
export const STRIP_HEIGHT = 88

const LANE_HEIGHT = 7
const LANE_STEP = 11
const CONTEXT_TOP = 68
const CONTEXT_BOTTOM = 87
/** Time that is too short to be seen is this wide: nothing that took time is invisible. */
const MIN_WIDTH = 1

/** What is drawn, as paths: a path for each lane and tone, however many stretches it has. */
export type StripShapes = {
  /** Class and path of each kind of time. */
  lanes: { tone: 'wait' | 'model' | 'tool' | 'sub' | 'fail' | 'retry'; path: string }[]
  /** Where turns begin. */
  turns: number[]
  /** Where the context was compacted. */
  compactions: number[]
  /** Fill of the context over the session: the line, and the area below it. */
  context: { line: string; area: string } | null
}

/** The shapes of a strip. */
export function shapesOf(strip: TaskStrip): StripShapes {
  const { buckets } = strip
  const step = buckets.length === 0 ? 0 : STRIP_WIDTH / buckets.length
  const paths = new Map<StripShapes['lanes'][number]['tone'], string[]>()
  const draw = (
    tone: StripShapes['lanes'][number]['tone'],
    lane: StripLane,
    x: number,
    width: number,
  ): void => {
    const y = 2 + LANE_STEP * STRIP_LANES.indexOf(lane)
    const path = `M${round(x)} ${y}h${round(Math.max(width, MIN_WIDTH))}v${LANE_HEIGHT}h-${round(Math.max(width, MIN_WIDTH))}z`
    paths.set(tone, [...(paths.get(tone) ?? []), path])
  }
  for (const lane of STRIP_LANES) drawLane(strip, lane, step, draw)
  return {
    lanes: [...paths].map(([tone, parts]) => ({ tone, path: parts.join('') })),
    turns: placesOf(buckets, 'turns', step),
    compactions: placesOf(buckets, 'compactions', step),
    context: contextOf(strip, step),
  }
}

type Draw = (tone: StripShapes['lanes'][number]['tone'], lane: StripLane, x: number, width: number) => void

/** Slices in which something goes on all the time are one stretch; in others it is as wide as its time. */
function drawLane({ buckets, bucketMs }: TaskStrip, lane: StripLane, step: number, draw: Draw): void {
  let from = -1
  let end = 0
  let tone: StripShapes['lanes'][number]['tone'] = 'tool'
  const flush = (): void => {
    if (from >= 0) draw(tone, lane, from, end - from)
    from = -1
  }
  for (const [index, bucket] of buckets.entries()) {
    const ms = timeIn(bucket, lane)
    if (ms <= 0) {
      flush()
      continue
    }
    const toneNow = toneOf(bucket, lane)
    const x = index * step
    const width = Math.min(1, ms / bucketMs) * step
    if (from >= 0 && tone === toneNow && x - end < step / 2) end = x + width
    else {
      flush()
      tone = toneNow
      from = x
      end = x + width
    }
  }
  flush()
}

function timeIn({ ms }: StripBucket, lane: StripLane): number {
  let sum = 0
  for (const [name, value] of Object.entries(ms)) if (LANE_OF[name as SpanLane] === lane) sum += value ?? 0
  return sum
}

function toneOf(bucket: StripBucket, lane: StripLane): StripShapes['lanes'][number]['tone'] {
  if (lane === 'you') return 'wait'
  if (lane === 'model') return (bucket.ms.retry ?? 0) > 0 ? 'retry' : 'model'
  if (bucket.failures && lane === laneOfFailure(bucket)) return 'fail'
  return lane === 'agents' ? 'sub' : 'tool'
}

/** A slice does not say which call failed: it is shown on the tools that took most of it. */
function laneOfFailure(bucket: StripBucket): StripLane | null {
  const lanes = ['run', 'edit', 'look', 'agents'] as const
  const busy = lanes
    .map((lane) => ({ lane, ms: timeIn(bucket, lane) }))
    .sort((one, two) => two.ms - one.ms)[0]
  return busy && busy.ms > 0 ? busy.lane : null
}

function placesOf(buckets: readonly StripBucket[], kind: 'turns' | 'compactions', step: number): number[] {
  return buckets.flatMap((bucket, index) => (bucket[kind] ? [round(index * step)] : []))
}

function contextOf({ buckets, contextWindow }: TaskStrip, step: number): StripShapes['context'] {
  const readings = buckets.flatMap(({ contextTokens }, index) =>
    contextTokens === null ? [] : [{ x: round((index + 0.5) * step), tokens: contextTokens }],
  )
  const top = Math.max(contextWindow ?? 0, ...readings.map(({ tokens }) => tokens))
  if (readings.length === 0 || top === 0) return null
  const yOf = (tokens: number): number =>
    round(CONTEXT_BOTTOM - (tokens / top) * (CONTEXT_BOTTOM - CONTEXT_TOP))
  const line = readings
    .map(({ x, tokens }, index) => `${index === 0 ? 'M' : 'L'}${x} ${yOf(tokens)}`)
    .join('')
  const [first, last] = [readings[0]?.x ?? 0, readings.at(-1)?.x ?? 0]
  return { line, area: `${line}L${last} ${CONTEXT_BOTTOM}L${first} ${CONTEXT_BOTTOM}Z` }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
