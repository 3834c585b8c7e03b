import { type Recap, recapOf } from '../core/recap.ts'
import type { TaskRecord } from '../store/store.ts'

/** A task as lists and streams give it. */
export type TaskSummary = {
  id: string
  title: string | null
  status: string
  harness: string | null
  protocol: string
  createdAt: number
  lastAt: number | null
  recap: Recap
}

/** The summary of a task. */
export function summarizeTask(task: TaskRecord): TaskSummary {
  return {
    id: task.id,
    title: task.title,
    status: task.state?.status ?? 'starting',
    harness: task.state?.harness ?? null,
    protocol: task.protocol,
    createdAt: task.createdAt,
    lastAt: task.lastAt,
    recap: recapOf(task.state),
  }
}
