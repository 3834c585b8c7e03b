import type { VNode } from 'preact'
import type { UsageRow } from '../api/types.ts'
import { formatCost } from '../base/format.ts'
import { formatDayName } from './days.ts'
import { formatTokens, TOKEN_CLASSES, tokensOf } from './figures.ts'

const WIDTH = 1000
const COST_HEIGHT = 120
const TOKENS_HEIGHT = 176
/** Part of a day's width that its bar takes. */
const BAR = 0.76

/** What each day cost and consumed: two charts over one axis, for the two have no scale in common. */
export function Charts({
  days,
  rows,
  shownDay,
  onDay,
}: {
  days: readonly string[]
  rows: ReadonlyMap<string, UsageRow>
  /** The day whose figures are shown; null for none. */
  shownDay: string | null
  onDay: (day: string | null) => void
}): VNode {
  const costs = days.map((day) => rows.get(day)?.costUsd ?? 0)
  const tokens = days.map((day) => tokensOf(rows.get(day)))
  const [topCost, topTokens] = [niceTop(Math.max(...costs)), niceTop(Math.max(...tokens))]
  const hover = (height: number): VNode[] =>
    days.map((day, index) => (
      <rect
        key={day}
        class={day === shownDay ? 'hov' : 'hit'}
        x={(index / days.length) * WIDTH}
        width={WIDTH / days.length}
        height={height}
        onPointerEnter={() => onDay(day)}
      />
    ))
  return (
    <div class="charts" onPointerLeave={() => onDay(null)}>
      <section class="chart">
        <h2>
          Cost per day <span>as stated by the harness</span>
        </h2>
        <Scale top={topCost} format={(value) => (value === 0 ? '0' : formatCost(value))} />
        <svg
          viewBox={`0 0 ${WIDTH} ${COST_HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label="Cost per day"
        >
          <Grid height={COST_HEIGHT} />
          {costs.map((cost, index) => (
            <rect
              key={days[index]}
              class="cost-bar"
              {...barOf(index, days.length, cost, topCost, COST_HEIGHT)}
            />
          ))}
          {hover(COST_HEIGHT)}
        </svg>
        <Axis days={days} />
      </section>
      <section class="chart">
        <h2>
          Tokens per day
          {TOKEN_CLASSES.map(({ name, tone }) => (
            <span key={name}>
              <i class={`key ${tone}`} />
              {name}
            </span>
          ))}
        </h2>
        <Scale top={topTokens} format={formatTokens} />
        <svg
          class="tall"
          viewBox={`0 0 ${WIDTH} ${TOKENS_HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label="Tokens per day by class"
        >
          <Grid height={TOKENS_HEIGHT} />
          {days.flatMap((day, index) => {
            let below = 0
            return TOKEN_CLASSES.map(({ key, tone }) => {
              const count = rows.get(day)?.[key] ?? 0
              const bar = barOf(index, days.length, count, topTokens, TOKENS_HEIGHT)
              const y = bar.y - below
              below += bar.height
              return bar.height > 0 && <rect key={`${day} ${key}`} class={tone} {...bar} y={y} />
            })
          })}
          {hover(TOKENS_HEIGHT)}
        </svg>
        <Axis days={days} />
      </section>
    </div>
  )
}

function barOf(
  index: number,
  count: number,
  value: number,
  top: number,
  height: number,
): { x: number; y: number; width: number; height: number } {
  const step = WIDTH / count
  const tall = top === 0 ? 0 : (value / top) * height
  return { x: (index + (1 - BAR) / 2) * step, y: height - tall, width: step * BAR, height: tall }
}

function Grid({ height }: { height: number }): VNode {
  return (
    <>
      {[0, 0.25, 0.5, 0.75, 1].map((share) => (
        <line key={share} class="grid" x2={WIDTH} y1={share * height} y2={share * height} />
      ))}
    </>
  )
}

function Scale({ top, format }: { top: number; format: (value: number) => string }): VNode {
  return (
    <div class="y" aria-hidden="true">
      {[1, 0.75, 0.5, 0.25, 0].map((share) => (
        <span key={share}>{format(top * share)}</span>
      ))}
    </div>
  )
}

function Axis({ days }: { days: readonly string[] }): VNode {
  const at = [0, 0.25, 0.5, 0.75, 1].map((share) => days[Math.round(share * (days.length - 1))] ?? '')
  return (
    <div class="axis" aria-hidden="true">
      {[...new Set(at)].map((day) => (
        <span key={day}>{formatDayName(day)}</span>
      ))}
    </div>
  )
}

/** The next round number, so that a scale has marks that can be read. */
function niceTop(value: number): number {
  if (value <= 0) return 0
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 4, 5, 10].find((factor) => factor * power >= value) ?? 10
  return step * power
}
