import { StoreError } from '../store/index.ts'
import type { Store, TaskRecord } from '../store/store.ts'
import type { SseMessage, SseSource } from './sse.ts'
import { createTaskNews } from './task-news.ts'

/** Where a client's reading ended: the last event that it has. */
export type StreamPosition = { generation: number; seq: number }

/** A page holds at least so many events, */
const LEAST_EVENTS = 16
/** at most so many, */
const MOST_EVENTS = 256
/** and becomes smaller while pages are larger than this many UTF-16 units: passthrough payloads may have 1 MiB each. */
const PAGE_UNITS = 262_144

/** The id of an event in a stream. */
export function streamId(generation: number, seq: number): string {
  return `${generation}-${seq}`
}

/** The position that an id (`generation-seq`) or a bare seq of this task names; the very beginning for anything else. */
export function parsePosition(value: string | undefined, task: TaskRecord): StreamPosition {
  const start = { generation: task.generation, seq: 0 }
  const parts = /^(?:(\d{1,15})-)?(\d{1,15})$/.exec(value ?? '')
  if (!parts) return start
  const generation = parts[1] === undefined ? task.generation : Number(parts[1])
  const seq = Number(parts[2])
  // Another generation, or an event that does not exist yet: the id is not of this history.
  return generation === task.generation && seq <= task.lastSeq ? { generation, seq } : start
}

/**
 * What a client of one task gets: the task, then its events after `position` in order, each once, then whatever comes.
 * A new generation is announced by `task` and then sent from its first event.
 */
export function taskStream(store: Store, taskId: string, position: StreamPosition): SseSource {
  const at = { ...position }
  const news = createTaskNews()
  let limit = LEAST_EVENTS
  let announced: number | null = null

  const readPage = async (): Promise<SseMessage[]> => {
    const page = await store.readEvents({ taskId, generation: at.generation, since: at.seq, limit })
    let units = 0
    const messages = page.events.map((event) => {
      const json = JSON.stringify(event)
      units += json.length
      return { event: 'event', id: streamId(page.generation, event.seq), json }
    })
    limit = units > PAGE_UNITS ? Math.max(1, limit >> 2) : Math.min(MOST_EVENTS, limit * 2)
    at.seq = page.events.at(-1)?.seq ?? at.seq
    return messages
  }

  return {
    onWake: (wake) =>
      store.onChange((change) => {
        if (change.taskId === null || change.taskId === taskId) wake()
      }),
    next: async () => {
      const task = await store.getTask(taskId)
      if (!task) return null
      if (announced !== task.generation) {
        announced = task.generation
        if (at.generation !== task.generation) {
          at.generation = task.generation
          at.seq = 0
        }
        return { messages: [news.tell(task)] }
      }
      if (task.lastSeq <= at.seq) return news.tellIfChanged(task)
      try {
        return { messages: [...(await readPage()), ...news.tellIfChanged(task).messages] }
      } catch (error) {
        // Written anew since the task was read: ask again, and announce it.
        if (error instanceof StoreError && error.code === 'generation-gone')
          return { messages: [], waitMs: 0 }
        throw error
      }
    },
  }
}
