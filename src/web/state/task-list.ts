import { type Signal, signal } from '@preact/signals'
import { ApiError, fetchTasks } from '../api/client.ts'
import { listen } from '../api/live.ts'
import type { TaskNews, TaskSummary } from '../api/types.ts'

/** The list of tasks, newest first. */
export type TaskListState = {
  tasks: Signal<TaskSummary[]>
  /** Null while there is nothing more to load. */
  next: Signal<string | null>
  phase: Signal<'loading' | 'ready' | 'error'>
  error: Signal<string>
  isOnline: Signal<boolean>
  query: Signal<string>
  load(): Promise<void>
  loadMore(): Promise<void>
  start(): () => void
}

const PAGE = 100

/** A list that is loaded by pages and kept true by the server's stream. */
export function createTaskList(): TaskListState {
  const tasks = signal<TaskSummary[]>([])
  const next = signal<string | null>(null)
  const phase = signal<'loading' | 'ready' | 'error'>('loading')
  const error = signal('')
  const isOnline = signal(true)
  const query = signal('')
  let reload = 0

  async function load(): Promise<void> {
    try {
      const page = await fetchTasks({ limit: PAGE, query: query.value })
      tasks.value = page.tasks
      next.value = page.next
      phase.value = 'ready'
    } catch (problem) {
      phase.value = 'error'
      error.value = problem instanceof ApiError ? problem.message : String(problem)
    }
  }

  async function loadMore(): Promise<void> {
    if (next.value === null) return
    const page = await fetchTasks({ limit: PAGE, before: next.value, query: query.value })
    tasks.value = [...tasks.value, ...page.tasks]
    next.value = page.next
  }

  function take(news: TaskNews): void {
    if (news.removed) {
      tasks.value = tasks.value.filter((task) => task.id !== news.id)
      return
    }
    const at = tasks.value.findIndex((task) => task.id === news.id)
    if (at === -1) {
      window.clearTimeout(reload)
      reload = window.setTimeout(load, 50)
      return
    }
    tasks.value = tasks.value.map((task, index) => (index === at ? { ...task, ...pick(news) } : task))
  }

  function start(): () => void {
    load()
    let wasOnline = false
    return listen({
      url: () => '/api/stream',
      onTask: take,
      onConnection: (now) => {
        // What happened while the stream was away is in the list.
        if (now && !wasOnline) load()
        wasOnline = now
        isOnline.value = now
      },
    })
  }

  return { tasks, next, phase, error, isOnline, query, load, loadMore, start }
}

function pick({ title, status, recap }: TaskNews): Partial<TaskSummary> {
  return { title, status, recap }
}
