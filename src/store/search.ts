import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { foldCase } from '../core/find-text.ts'
import type { Connection } from './connection.ts'
import { readMatch } from './find.ts'
import type { FoundTask, FoundTasks, SearchQuery } from './find-pages.ts'
import type { TaskRecord } from './store.ts'
import { pageOfTasks, placeOfTask } from './tasks.ts'
import { createTextScan } from './text-scan.ts'

const DEFAULT_LIMIT = 20
const MAX_LIMIT = 100
/** So many events are shown of a task. */
const MATCHES_A_TASK = 3
/** A page is given back after so long (ms), whatever was found. */
const BUDGET_MS = 1_500

/**
 * Tasks whose title or events hold a text, the newest first. Looks through them until the page is full or its time is up, and
 * says where to go on; others have their turn between.
 */
export async function searchTasks(connection: Connection, query: SearchQuery): Promise<FoundTasks> {
  const limit = Math.min(Math.max(1, query.limit ?? DEFAULT_LIMIT), MAX_LIMIT)
  const end = performance.now() + BUDGET_MS
  const results: FoundTask[] = []
  let before = query.before
  for (;;) {
    const { tasks, next } = pageOfTasks(connection, {
      limit: 50,
      ...(before === undefined ? {} : { before }),
    })
    for (const task of tasks) {
      const found = await searchTask(connection, task, query.text)
      if (found) results.push(found)
      before = placeOfTask(task)
      const isLast = next === null && task === tasks.at(-1)
      if (!isLast && (results.length >= limit || performance.now() > end)) return { results, next: before }
    }
    if (next === null) return { results, next: null }
  }
}

async function searchTask(connection: Connection, task: TaskRecord, text: string): Promise<FoundTask | null> {
  const isTitle = foldCase(task.title ?? '').includes(foldCase(text))
  const scan = createTextScan(connection, task.generation, text)
  while (scan.found.length < MATCHES_A_TASK && scan.step(task.lastSeq)) await yieldToOthers()
  const seqs = scan.found.slice(0, MATCHES_A_TASK)
  const matches = seqs.flatMap((seq) => readMatch(connection, task.generation, seq, text) ?? [])
  return isTitle || matches.length > 0 ? { task, isTitle, matches } : null
}
