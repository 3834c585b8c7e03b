import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { TaskSummary } from '../api/types.ts'
import { formatAge, formatCost, formatDay } from '../base/format.ts'
import { Icon } from '../base/icon.tsx'
import { HarnessPlate, lookOf } from '../base/status.tsx'
import { navigate, taskPath } from '../state/route.ts'
import type { TaskListState } from '../state/task-list.ts'

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
  const groups = groupTasks(list.tasks.value, now)
  return (
    <nav class="tasks" aria-label="Tasks">
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
        </div>
      </div>
      <section class="task-scroll" tabIndex={0} aria-label="Task list">
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
          <p class="hint pad">
            {list.query.value === '' ? 'No tasks yet.' : 'No task has these words in its title.'}
          </p>
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
