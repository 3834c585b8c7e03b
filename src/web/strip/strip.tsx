import type { VNode } from 'preact'
import { useMemo, useRef } from 'preact/hooks'
import type { TaskStrip } from '../api/types.ts'
import { formatClock, formatDuration } from '../base/format.ts'
import { jump } from '../state/jump.ts'
import { visibleEvents } from '../state/visible-events.ts'
import { STRIP_HEIGHT, STRIP_LANES, STRIP_WIDTH, shapesOf } from './strip-shapes.ts'
import { describeStrip } from './strip-words.ts'

/** Marks below the strip: a start, and so many more. */
const TICKS = 5

/** Where the time of a session went, at one glance; a click goes there. */
export function Strip({ strip, isLive }: { strip: TaskStrip | null; isLive: boolean }): VNode {
  // Its place is kept while it is read, so that nothing moves when it comes.
  return strip === null || strip.buckets.length === 0 ? (
    <EmptyStrip />
  ) : (
    <DrawnStrip strip={strip} isLive={isLive} />
  )
}

function EmptyStrip(): VNode {
  return (
    <section class="strip" aria-hidden="true">
      <div class="strip-names" />
      <div class="strip-place">
        <svg viewBox={`0 0 ${STRIP_WIDTH} ${STRIP_HEIGHT}`} preserveAspectRatio="none" />
      </div>
      <div class="axis">
        <span>–</span>
      </div>
    </section>
  )
}

function DrawnStrip({ strip, isLive }: { strip: TaskStrip; isLive: boolean }): VNode | null {
  const drawing = useRef<HTMLDivElement>(null)
  const shapes = useMemo(() => shapesOf(strip), [strip])
  const { buckets, from, to } = strip
  if (from === null || to === null) return null
  const seen = visibleEvents.value
  const brush = seen && brushOf(strip, seen)

  const goTo = (clientX: number): void => {
    const box = drawing.current?.getBoundingClientRect()
    if (!box || box.width === 0) return
    const share = Math.min(1, Math.max(0, (clientX - box.left) / box.width))
    goToBucket(strip, Math.min(buckets.length - 1, Math.floor(share * buckets.length)))
  }
  const step = (direction: 1 | -1): void => {
    const turns = buckets.flatMap(({ turns }) => (turns ? [turns.firstSeq] : []))
    const at = seen?.first ?? 0
    const next = direction === 1 ? turns.find((seq) => seq > at + 1) : turns.findLast((seq) => seq < at)
    if (next !== undefined) jump.value = { seq: next, opens: false }
  }

  return (
    <section class="strip" aria-label="Where the time went">
      <div class="strip-names" aria-hidden="true">
        {STRIP_LANES.map((lane) => (
          <span key={lane}>{lane}</span>
        ))}
        <span class="tall">context</span>
      </div>
      <div
        ref={drawing}
        class="strip-place"
        role="slider"
        tabIndex={0}
        aria-label={`Place in the session. ${describeStrip(strip)}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={brush ? Math.round((brush.x / STRIP_WIDTH) * 100) : 100}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          goTo(event.clientX)
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) goTo(event.clientX)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
          event.preventDefault()
          step(event.key === 'ArrowRight' ? 1 : -1)
        }}
      >
        <svg viewBox={`0 0 ${STRIP_WIDTH} ${STRIP_HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <defs>
            <pattern
              id="hatch"
              width="4"
              height="4"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <line class="hatch" y2="4" />
            </pattern>
          </defs>
          {STRIP_LANES.map((lane, index) => (
            <rect key={lane} class="lane-bg" y={2 + 11 * index} width={STRIP_WIDTH} height={7} />
          ))}
          {shapes.context && <path class="ctx-fill" d={shapes.context.area} />}
          {shapes.context && strip.contextWindow !== null && (
            <line class="ctx-max" x2={STRIP_WIDTH} y1={68} y2={68} />
          )}
          {shapes.turns.map((x) => (
            <line key={x} class="turn-line" x1={x} x2={x} y2={STRIP_HEIGHT} />
          ))}
          {shapes.lanes.map(({ tone, path }) => (
            <path key={tone} class={tone} d={path} />
          ))}
          {shapes.context && <path class="ctx" d={shapes.context.line} />}
          {shapes.compactions.map((x) => (
            <line key={x} class="cut-mark" x1={x} x2={x} y1={66} y2={STRIP_HEIGHT} />
          ))}
          {brush && (
            <g>
              <rect class="brush" x={brush.x} width={brush.width} height={STRIP_HEIGHT} />
              <line class="brush-edge" x1={brush.x} x2={brush.x} y2={STRIP_HEIGHT} />
              <line
                class="brush-edge"
                x1={brush.x + brush.width}
                x2={brush.x + brush.width}
                y2={STRIP_HEIGHT}
              />
            </g>
          )}
          {isLive && <line class="now" x1={STRIP_WIDTH - 1} x2={STRIP_WIDTH - 1} y2={STRIP_HEIGHT} />}
        </svg>
      </div>
      <div class="axis" aria-hidden="true">
        <span>{formatClock(from)}</span>
        {Array.from({ length: TICKS }, (_, index) => (
          <span key={index}>{formatDuration(((to - from) * (index + 1)) / TICKS)}</span>
        ))}
      </div>
    </section>
  )
}

/** Goes to the first event in a slice, else to the last one before it. */
function goToBucket({ buckets }: TaskStrip, index: number): void {
  const seq =
    buckets[index]?.firstSeq ??
    buckets.slice(0, index).findLast(({ firstSeq }) => firstSeq !== null)?.firstSeq ??
    buckets.find(({ firstSeq }) => firstSeq !== null)?.firstSeq
  if (seq !== undefined && seq !== null) jump.value = { seq, opens: false }
}

/** The part of the strip whose events are in view. */
function brushOf(
  { buckets }: TaskStrip,
  { first, last }: { first: number; last: number },
): { x: number; width: number } | null {
  const step = STRIP_WIDTH / buckets.length
  const left = buckets.findLastIndex(({ firstSeq }) => firstSeq !== null && firstSeq <= first)
  const right = buckets.findIndex(({ firstSeq }) => firstSeq !== null && firstSeq > last)
  const from = Math.max(0, left)
  const to = right === -1 ? buckets.length : right
  return to > from ? { x: from * step, width: Math.max((to - from) * step, 4) } : null
}
