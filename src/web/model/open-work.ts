import { obj, objects } from '../../core/read.ts'
import type { ApiEvent } from '../api/types.ts'
import type { Row } from './row.ts'

type NoticeRow = Row & { kind: 'notice' }

/** Requests to the human that have no answer yet. */
export type OpenRequests = {
  add(row: NoticeRow): void
  /** Closes those whose notice has this value under a key; whether there was one. */
  close(key: 'requestId' | 'callId', value: unknown, answer?: NoticeRow['answer']): boolean
  /** Closes all: the turn that asked is over. */
  closeAll(): void
}

/** A book of requests; closing one changes its row. */
export function createOpenRequests(): OpenRequests {
  const open = new Set<NoticeRow>()
  const shut = (row: NoticeRow, answer: NoticeRow['answer'] = null): void => {
    row.isOpen = false
    row.answer = answer
    open.delete(row)
  }
  return {
    add: (row) => open.add(row),
    close: (key, value, answer) => {
      const asked = [...open].filter((row) => obj(row.event.payload.notice)?.[key] === value)
      for (const row of asked) shut(row, answer)
      return asked.length > 0
    },
    closeAll: () => {
      for (const row of open) shut(row)
    },
  }
}

/** Counts what runs beside the turn, from whole sets and from single changes; gives the number after each. */
export function createBackgroundCount(): (payload: ApiEvent['payload']) => number {
  const running = new Set<unknown>()
  return (payload) => {
    if (payload.merge !== true) running.clear()
    for (const { taskId, status } of objects(payload.tasks)) {
      if (status === undefined || status === 'running') running.add(taskId)
      else running.delete(taskId)
    }
    return running.size
  }
}
