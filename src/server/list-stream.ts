import type { Store } from '../store/store.ts'
import type { SseMessage, SseSource } from './sse.ts'
import { createTaskNews } from './task-news.ts'

/** How often, at most, tasks are looked through when another process wrote and nobody can say to which. */
const LEAST_SCAN_INTERVAL_MS = 100

/**
 * What a client of the list gets: `task` for every task that changes from now on, and one with `removed` for each that is
 * gone. Of tasks that another process writes to, those with a living run and the newest 50 are looked at.
 */
export function listStream(store: Store): SseSource {
  const news = createTaskNews()
  const changed = new Set<string>()
  let living: string[] = []
  let scanIsDue = false
  let scannedAt = Number.NEGATIVE_INFINITY

  const scan = async () => {
    scanIsDue = false
    scannedAt = performance.now()
    const before = living
    living = (await store.listOpenRuns()).map((run) => run.taskId)
    const newest = (await store.listTasks({ limit: 50 })).tasks.map((task) => task.id)
    // A run that lived at the last look may have ended since.
    for (const id of [...newest, ...living, ...before]) changed.add(id)
  }

  const tell = async (): Promise<{ messages: SseMessage[]; waitMs?: number }> => {
    const messages: SseMessage[] = []
    let waitMs: number | undefined
    for (const id of [...changed]) {
      changed.delete(id)
      const task = await store.getTask(id)
      if (!task) {
        messages.push(news.tellRemoved(id))
        continue
      }
      const answer = news.tellIfChanged(task)
      messages.push(...answer.messages)
      if (answer.waitMs !== undefined) {
        changed.add(id)
        waitMs = Math.min(waitMs ?? answer.waitMs, answer.waitMs)
      }
    }
    return waitMs === undefined ? { messages } : { messages, waitMs }
  }

  return {
    onWake: (wake) =>
      store.onChange(({ taskId }) => {
        if (taskId === null) scanIsDue = true
        else changed.add(taskId)
        wake()
      }),
    next: async () => {
      const scanInMs = scannedAt + LEAST_SCAN_INTERVAL_MS - performance.now()
      if (scanIsDue && scanInMs <= 0) await scan()
      const answer = await tell()
      return scanIsDue
        ? { ...answer, waitMs: Math.min(answer.waitMs ?? scanInMs, Math.max(0, scanInMs)) }
        : answer
    },
  }
}
