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
  filter: Signal<TaskFilter>
  load(): Promise<void>
  loadMore(): Promise<void>
  start(): () => void
}

/** What the list is narrowed to; null: any. A day is `2026-12-01`, of the reader's own calendar. */
export type TaskFilter = { status: string | null; harness: string | null; day: string | null }

const PAGE = 100

/** A list that is loaded by pages and kept true by the server's stream. */
export function createTaskList(): TaskListState {
  const tasks = signal<TaskSummary[]>([])
  const next = signal<string | null>(null)
  const phase = signal<'loading' | 'ready' | 'error'>('loading')
  const error = signal('')
  const isOnline = signal(true)
  const query = signal('')
  const filter = signal(readFilter())
  /** Answers to older questions are let go. */
  let turn = 0
  let reload = 0

  function wanted(): Record<string, string> {
    const { status, harness, day } = filter.value
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    return {
      query: query.value,
      ...(status === null ? {} : { status }),
      ...(harness === null ? {} : { harness }),
      ...(day === null ? {} : { day, zone }),
    }
  }

  async function load(): Promise<void> {
    const mine = ++turn
    try {
      const page = await fetchTasks({ limit: PAGE, ...wanted() })
      if (mine !== turn) return
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
    const page = await fetchTasks({ limit: PAGE, before: next.value, ...wanted() })
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

  return { tasks, next, phase, error, isOnline, query, filter, load, loadMore, start }
}

/** The filter that the address asks for. */
function readFilter(): TaskFilter {
  const query = new URLSearchParams(window.location.search)
  return { status: query.get('status'), harness: query.get('harness'), day: query.get('day') }
}

/** Puts a filter into the address, so that a link shows the same list. */
export function keepFilter(filter: TaskFilter): void {
  const url = new URL(window.location.href)
  for (const [key, value] of Object.entries(filter)) {
    if (value === null) url.searchParams.delete(key)
    else url.searchParams.set(key, value)
  }
  if (url.href !== window.location.href) window.history.replaceState(window.history.state, '', url)
}

function pick({ title, status, recap }: TaskNews): Partial<TaskSummary> {
  return { title, status, recap }
}
