import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { TaskSummary } from '../api/types.ts'
import { formatAge, formatCost, formatDay } from '../base/format.ts'
import { HarnessPlate, lookOf } from '../base/status.tsx'
import { navigate, taskPath } from '../state/route.ts'
import { keepFilter, type TaskListState } from '../state/task-list.ts'
import { TaskFilters } from './task-filters.tsx'

/** Statuses after which nothing more is expected. */
const DONE: ReadonlySet<string> = new Set(['succeeded', 'interrupted', 'no-result'])
/** Ages are read again at this pace (ms). */
const TICK_MS = 30_000

/** The tasks, those that need the reader first, then by day. */
export function TaskList({ list, openId }: { list: TaskListState; openId: string | null }): VNode {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), TICK_MS)
    return () => window.clearInterval(timer)
  }, [])
  const filter = list.filter.value
  useEffect(() => keepFilter(filter), [filter, openId])
  const groups = groupTasks(list.tasks.value, now)
  return (
    <nav class="tasks" aria-label="Tasks">
      <TaskFilters list={list} />
      <section class="task-scroll" tabIndex={0} aria-label="Task list" onKeyDown={moveFocus}>
        {groups.map(({ name, tasks }) => (
          <div key={name}>
            <h2 class="day">
              <span>{name}</span>
              <span>{tasks.length}</span>
            </h2>
            <ul>
              {tasks.map((task) => (
                <li key={task.id}>
                  <TaskItem task={task} isOpen={task.id === openId} now={now} />
                </li>
              ))}
            </ul>
          </div>
        ))}
        {list.phase.value === 'ready' && list.tasks.value.length === 0 && (
          <div class="pad">
            <p class="hint">{isFiltered(list) ? 'No task is like that.' : 'No tasks yet.'}</p>
            {isFiltered(list) && (
              <button
                type="button"
                class="btn"
                onClick={() => {
                  list.query.value = ''
                  list.filter.value = { status: null, harness: null, day: null }
                  list.load()
                }}
              >
                Clear the filters
              </button>
            )}
          </div>
        )}
        {list.phase.value === 'error' && (
          <div class="pad">
            <p class="bad">{list.error.value}</p>
            <button type="button" class="btn" onClick={() => list.load()}>
              Try again
            </button>
          </div>
        )}
        {list.next.value !== null && (
          <div class="pad">
            <button type="button" class="btn" onClick={() => list.loadMore()}>
              Older tasks
            </button>
          </div>
        )}
      </section>
    </nav>
  )
}

function isFiltered({ query, filter }: TaskListState): boolean {
  return query.value !== '' || Object.values(filter.value).some((part) => part !== null)
}

/** The arrow keys go from task to task; Enter opens the one that has the focus, as it does any link. */
function moveFocus(event: KeyboardEvent): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const list = event.currentTarget instanceof HTMLElement ? event.currentTarget : null
  const links = [...(list?.querySelectorAll<HTMLElement>('.task') ?? [])]
  const at = links.indexOf(document.activeElement as HTMLElement)
  const next = links[event.key === 'ArrowDown' ? at + 1 : Math.max(at - 1, 0)]
  if (!next) return
  event.preventDefault()
  next.focus()
}

function TaskItem({ task, isOpen, now }: { task: TaskSummary; isOpen: boolean; now: number }): VNode {
  const { dot, word, tone } = lookOf(task.status)
  const path = taskPath(task.id)
  return (
    <a
      class="task"
      href={path}
      aria-current={isOpen ? 'true' : undefined}
      data-done={DONE.has(task.status) ? '' : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        navigate(path)
      }}
    >
      <span class={`dot ${dot}`} />
      <span class="task-title">{task.title ?? 'Untitled'}</span>
      <span class="task-age">{formatAge(now - task.createdAt)}</span>
      <span class="task-meta">
        <HarnessPlate harness={task.harness} protocol={task.protocol} />
        <span class={`${tone} nowrap`}>{word}</span>
        {task.recap.background > 0 && <span class="cut">{task.recap.background} in the background</span>}
        <span class="cost">{formatCost(task.recap.costUsd)}</span>
      </span>
    </a>
  )
}

function groupTasks(tasks: readonly TaskSummary[], now: number): { name: string; tasks: TaskSummary[] }[] {
  const groups = new Map<string, TaskSummary[]>()
  const needy = tasks.filter((task) => task.status === 'needs-input')
  if (needy.length > 0) groups.set('Needs you', needy)
  for (const task of tasks) {
    if (task.status === 'needs-input') continue
    const day = formatDay(task.createdAt, now)
    groups.set(day, [...(groups.get(day) ?? []), task])
  }
  return [...groups].map(([name, members]) => ({ name, tasks: members }))
}
