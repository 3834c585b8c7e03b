import { type Recap, recapOf } from '../core/recap.ts'
import type { TaskRecord } from '../store/store.ts'
import type { SseMessage } from './sse.ts'

/** Data of `event: task`. */
export type TaskNews = {
  id: string
  title: string | null
  status: string
  recap: Recap
  generation: number
  /** The task is gone; nothing but its id means anything. */
  removed?: true
}

/** A task's figures change with every batch; a person sees no more than so many changes. */
const LEAST_INTERVAL_MS = 100

/** Remembers what was said last about each task, so that only changes are told, and not too often. */
export type TaskNewsTeller = {
  /** Tells it now. */
  tell(task: TaskRecord): SseMessage
  /** Tells it if something changed; when that is too soon, `waitMs` says how long to wait. */
  tellIfChanged(task: TaskRecord): { messages: SseMessage[]; waitMs?: number }
  /** Tells that a task is gone. */
  tellRemoved(taskId: string): SseMessage
}

/** A teller that has told nothing yet. */
export function createTaskNews(): TaskNewsTeller {
  const told = new Map<string, { json: string; at: number }>()

  const tell = (task: TaskRecord): SseMessage => {
    const json = JSON.stringify(newsOf(task))
    told.set(task.id, { json, at: performance.now() })
    return { event: 'task', json }
  }

  return {
    tell,
    tellIfChanged: (task) => {
      const last = told.get(task.id)
      if (last?.json === JSON.stringify(newsOf(task))) return { messages: [] }
      const waitMs = last ? last.at + LEAST_INTERVAL_MS - performance.now() : 0
      return waitMs > 0 ? { messages: [], waitMs } : { messages: [tell(task)] }
    },
    tellRemoved: (id) => {
      told.delete(id)
      const data: TaskNews = { ...GONE, id, recap: recapOf(null), removed: true }
      return { event: 'task', json: JSON.stringify(data) }
    },
  }
}

/** Clients read every key of each message, so that of a removed task has them all too. */
const GONE = { title: null, status: 'removed', generation: 0 }

function newsOf(task: TaskRecord): TaskNews {
  return {
    id: task.id,
    title: task.title,
    status: task.state?.status ?? 'starting',
    recap: recapOf(task.state),
    generation: task.generation,
  }
}
