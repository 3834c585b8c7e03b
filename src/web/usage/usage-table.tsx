import { useSignal } from '@preact/signals'
import type { VNode } from 'preact'
import type { UsageFigures, UsageRow } from '../api/types.ts'
import { formatCost, formatCount } from '../base/format.ts'
import { HarnessPlate, harnessName } from '../base/status.tsx'
import { taskPath } from '../state/route.ts'
import { formatDayName } from './days.ts'
import { formatTokens, tokensOf } from './figures.ts'

/** What rows are of. */
export type UsageKey = 'day' | 'model' | 'harness' | 'task'

const COLUMNS = [
  { name: 'Tasks', of: ({ tasks }: UsageFigures) => tasks, format: formatCount },
  { name: 'Calls', of: ({ calls }: UsageFigures) => calls, format: formatCount },
  { name: 'Input', of: ({ inputTokens }: UsageFigures) => inputTokens, format: formatTokens },
  { name: 'Cache write', of: (row: UsageFigures) => row.cacheCreationTokens, format: formatTokens },
  { name: 'Cache read', of: (row: UsageFigures) => row.cacheReadTokens, format: formatTokens },
  { name: 'Output', of: ({ outputTokens }: UsageFigures) => outputTokens, format: formatTokens },
  { name: 'Cost', of: ({ costUsd }: UsageFigures) => costUsd, format: formatCost },
] as const

/** Consumption by day, model, harness or task; a click on a head sorts by it. */
export function UsageTable({
  by,
  rows,
  totals,
}: {
  by: UsageKey
  rows: readonly UsageRow[]
  totals: UsageFigures
}): VNode {
  const sort = useSignal<{ name: string; isRising: boolean } | null>(null)
  const column = COLUMNS.find(({ name }) => name === sort.value?.name)
  const sorted = column
    ? [...rows].sort((one, two) => {
        const difference = (column.of(one) ?? -1) - (column.of(two) ?? -1)
        return sort.value?.isRising ? difference : -difference
      })
    : rows
  const all = tokensOf(totals)
  return (
    <section class="scroll-x" tabIndex={0} aria-label={`Usage by ${by}`}>
      <table class="grid-table">
        <thead>
          <tr>
            <th scope="col">{by[0]?.toUpperCase() + by.slice(1)}</th>
            {COLUMNS.map(({ name }) => {
              const isChosen = sort.value?.name === name
              const order = !isChosen ? undefined : sort.value?.isRising ? 'ascending' : 'descending'
              return (
                <th key={name} scope="col" class="num" aria-sort={order}>
                  <button
                    type="button"
                    onClick={() => {
                      sort.value = { name, isRising: isChosen && !sort.value?.isRising }
                    }}
                  >
                    {name}
                    {isChosen && (sort.value?.isRising ? ' ↑' : ' ↓')}
                  </button>
                </th>
              )
            })}
            <th scope="col">Share of tokens</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                <Name by={by} row={row} />
              </th>
              {COLUMNS.map(({ name, of, format }) => (
                <td key={name} class="num">
                  {format(of(row))}
                </td>
              ))}
              <td>
                <svg class="meter" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                  <rect class="track" width="100" height="8" />
                  <rect class="k3" width={all === 0 ? 0 : (tokensOf(row) / all) * 100} height="8" />
                </svg>
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All</th>
            {COLUMNS.map(({ name, of, format }) => (
              <td key={name} class="num">
                {format(of(totals))}
              </td>
            ))}
            <td />
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

function Name({ by, row }: { by: UsageKey; row: UsageRow }): VNode {
  if (row.key === null) return <span class="quiet">not named</span>
  if (by === 'day') return <span>{formatDayName(row.key)}</span>
  if (by === 'task') {
    return (
      <a class="text-link cut" href={taskPath(row.key)}>
        {row.title ?? 'Untitled'}
      </a>
    )
  }
  if (by === 'harness') {
    return (
      <span class="hx-name">
        <HarnessPlate harness={row.key} protocol="" />
        {harnessName(row.key, '')}
      </span>
    )
  }
  return <span class="mono">{row.key}</span>
}
