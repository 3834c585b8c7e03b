import { useSignal } from '@preact/signals'
import type { VNode } from 'preact'
import { useEffect } from 'preact/hooks'
import { ApiError, fetchUsage } from '../api/client.ts'
import type { UsageTable as Table, UsageFigures, UsageRow } from '../api/types.ts'
import { formatCost, formatCount } from '../base/format.ts'
import { Icon } from '../base/icon.tsx'
import { Charts } from './charts.tsx'
import { csvOf } from './csv.ts'
import { formatDayName, lastDays } from './days.ts'
import { formatTokens, TOKEN_CLASSES, tokensOf } from './figures.ts'
import { type UsageKey, UsageTable } from './usage-table.tsx'

const RANGES = [7, 30, 90] as const
const KEYS: readonly UsageKey[] = ['day', 'model', 'harness', 'task']

/** What all tasks consumed, over a range of days: in charts, in a table, and as a file. */
export function UsagePage(): VNode {
  const asked = new URLSearchParams(window.location.search)
  const range = useSignal<number>(RANGES.find((days) => String(days) === asked.get('days')) ?? 30)
  const by = useSignal<UsageKey>(KEYS.find((key) => key === asked.get('by')) ?? 'harness')
  const daily = useSignal<Table | null>(null)
  const table = useSignal<Table | null>(null)
  const problem = useSignal('')
  const shownDay = useSignal<string | null>(null)
  const days = lastDays(range.value, new Date())

  useEffect(() => {
    window.history.replaceState(null, '', `/usage?days=${range.value}&by=${by.value}`)
    const query = { from: days[0] ?? '', to: days.at(-1) ?? '' }
    let isOld = false
    Promise.all([fetchUsage('day', query), fetchUsage(by.value, query)]).then(
      ([perDay, grouped]) => {
        if (isOld) return
        daily.value = perDay
        table.value = grouped
        problem.value = ''
      },
      (error: unknown) => {
        if (!isOld)
          problem.value = error instanceof ApiError ? `${error.message} ${error.hint}` : String(error)
      },
    )
    return () => {
      isOld = true
    }
  }, [range.value, by.value])

  const perDay = new Map(
    (daily.value?.rows ?? []).flatMap((row) => (row.key === null ? [] : [[row.key, row]])),
  )
  return (
    <main class="pagewrap" aria-label="Usage" tabIndex={0}>
      <div class="wrap">
        <div class="page-head">
          <h1>Usage</h1>
          <div class="acts">
            <Choice
              label="Range"
              options={RANGES.map((days) => ({ value: days, word: `${days} days` }))}
              chosen={range.value}
              onChoose={(days) => {
                range.value = days
              }}
            />
            <button
              type="button"
              class="btn"
              disabled={!table.value}
              onClick={() => table.value && saveCsv(by.value, table.value.rows)}
            >
              <Icon name="export" />
              CSV
            </button>
          </div>
        </div>
        {problem.value !== '' && (
          <p class="bad" role="alert">
            {problem.value}
          </p>
        )}
        {daily.value && <Totals totals={daily.value.totals} />}
        <div class="chart-box">
          <Charts
            days={days}
            rows={perDay}
            shownDay={shownDay.value}
            onDay={(day) => {
              shownDay.value = day
            }}
          />
          {shownDay.value !== null && <Readout day={shownDay.value} row={perDay.get(shownDay.value)} />}
        </div>
        <section>
          <div class="page-head">
            <h2>Where it went</h2>
            <div class="acts">
              <Choice
                label="Group by"
                options={KEYS.map((key) => ({ value: key, word: key[0]?.toUpperCase() + key.slice(1) }))}
                chosen={by.value}
                onChoose={(key) => {
                  by.value = key
                }}
              />
            </div>
          </div>
          {table.value && table.value.rows.length > 0 && (
            <UsageTable by={by.value} rows={table.value.rows} totals={table.value.totals} />
          )}
          {table.value?.rows.length === 0 && (
            <p class="hint">Nothing was consumed in these days, as far as harnesses said.</p>
          )}
        </section>
      </div>
    </main>
  )
}

function Choice<T extends string | number>({
  label,
  options,
  chosen,
  onChoose,
}: {
  label: string
  options: readonly { value: T; word: string }[]
  chosen: T
  onChoose: (value: T) => void
}): VNode {
  return (
    <fieldset class="seg">
      <legend class="sr">{label}</legend>
      {options.map(({ value, word }) => (
        <button key={value} type="button" aria-pressed={value === chosen} onClick={() => onChoose(value)}>
          {word}
        </button>
      ))}
    </fieldset>
  )
}

function Totals({ totals }: { totals: UsageFigures }): VNode {
  const all = tokensOf(totals)
  const cached = all === 0 ? 0 : Math.round(((totals.cacheReadTokens ?? 0) / all) * 100)
  return (
    <dl class="figures">
      <div>
        <dt>Cost, as stated</dt>
        <dd>{formatCost(totals.costUsd)}</dd>
        <dd>where the harness said one</dd>
      </div>
      <div>
        <dt>Tokens</dt>
        <dd>{formatTokens(all)}</dd>
        <dd>{cached} % read from the cache</dd>
      </div>
      <div>
        <dt>Model calls</dt>
        <dd>{formatCount(totals.calls)}</dd>
        <dd>each counted once</dd>
      </div>
      <div>
        <dt>Tasks</dt>
        <dd>{formatCount(totals.tasks)}</dd>
        <dd>that consumed something</dd>
      </div>
    </dl>
  )
}

function Readout({ day, row }: { day: string; row: UsageRow | undefined }): VNode {
  return (
    <div class="tip-float readout" role="status">
      <b>{formatDayName(day, 'long')}</b>
      <dl>
        <div>
          <dt>
            <span class="key" />
            cost, {formatCount(row?.tasks ?? 0)} tasks
          </dt>
          <dd>
            <b>{formatCost(row?.costUsd ?? null)}</b>
          </dd>
        </div>
        {TOKEN_CLASSES.map(({ key, name, tone }) => (
          <div key={key}>
            <dt>
              <span class={`key ${tone}`} />
              {name}
            </dt>
            <dd>{formatTokens(row?.[key] ?? null)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function saveCsv(by: UsageKey, rows: readonly UsageRow[]): void {
  const heads = [by, 'title', 'tasks', 'calls', ...TOKEN_CLASSES.map(({ key }) => key), 'costUsd']
  const cells = rows.map((row) => [
    row.key,
    row.title ?? null,
    row.tasks,
    row.calls,
    ...TOKEN_CLASSES.map(({ key }) => row[key]),
    row.costUsd,
  ])
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([csvOf([heads, ...cells])], { type: 'text/csv' }))
  link.download = `usage-by-${by}.csv`
  link.click()
  URL.revokeObjectURL(link.href)
}
