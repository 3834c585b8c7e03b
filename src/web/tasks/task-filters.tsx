import { useSignal } from '@preact/signals'
import type { VNode } from 'preact'
import { Icon } from '../base/icon.tsx'
import { HARNESS_NAMES } from '../base/status.tsx'
import type { TaskListState } from '../state/task-list.ts'

/** Statuses that are asked for often, each with one press. */
const CHIPS = [
  { status: null, word: 'All' },
  { status: 'needs-input', word: 'Needs you' },
  { status: 'running', word: 'Running' },
  { status: 'failed', word: 'Failed' },
] as const

const OTHERS = ['waiting', 'background', 'succeeded', 'interrupted', 'no-result'] as const

/** What the list of tasks is narrowed to: words of the title, a status, a harness, a day. */
export function TaskFilters({ list }: { list: TaskListState }): VNode {
  const { status, harness, day } = list.filter.value
  const showsMore = useSignal(harness !== null || day !== null)
  const change = (part: Partial<TaskListState['filter']['value']>): void => {
    list.filter.value = { ...list.filter.value, ...part }
    list.load()
  }
  return (
    <div class="tasks-head">
      <div class="tasks-row">
        <label class="field">
          <Icon name="search" />
          <span class="sr">Filter tasks by title</span>
          <input
            type="search"
            placeholder="Filter tasks"
            value={list.query.value}
            onInput={(event) => {
              list.query.value = event.currentTarget.value
              list.load()
            }}
          />
        </label>
        <button
          type="button"
          class="btn icon"
          aria-label="Filter by harness, day or any status"
          aria-expanded={showsMore.value}
          onClick={() => {
            showsMore.value = !showsMore.value
          }}
        >
          <Icon name="filter" />
        </button>
      </div>
      {showsMore.value && (
        <div class="more-filters">
          <label>
            <span>Status</span>
            <select
              value={status ?? ''}
              onChange={(event) => change({ status: event.currentTarget.value || null })}
            >
              <option value="">any</option>
              {[...CHIPS.flatMap((chip) => chip.status ?? []), ...OTHERS].map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </select>
          </label>
          <label>
            <span>Harness</span>
            <select
              value={harness ?? ''}
              onChange={(event) => change({ harness: event.currentTarget.value || null })}
            >
              <option value="">any</option>
              {HARNESS_NAMES.map(([id, name]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <label>
            <span>Day</span>
            <input
              type="date"
              value={day ?? ''}
              onChange={(event) => change({ day: event.currentTarget.value || null })}
            />
          </label>
        </div>
      )}
      <fieldset class="filters">
        <legend class="sr">Status</legend>
        {CHIPS.map((chip) => (
          <button
            key={chip.word}
            type="button"
            aria-pressed={status === chip.status}
            onClick={() => change({ status: chip.status })}
          >
            {chip.word}
          </button>
        ))}
      </fieldset>
    </div>
  )
}
