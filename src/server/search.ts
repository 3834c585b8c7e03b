import type { Hono } from 'hono'
import type { FoundMatch } from '../store/find-pages.ts'
import type { AppSettings } from './app.ts'
import { searchedText } from './find.ts'
import { wholeNumber } from './params.ts'
import { summarizeTask, type TaskSummary } from './task-summary.ts'

/** A task that holds a text. */
export type SearchResult = {
  task: TaskSummary
  /** Its title does. */
  isTitle: boolean
  /** The first events that do, at most three. */
  matches: FoundMatch[]
}

/** Tasks that hold a text, the newest first. */
export type SearchPage = {
  results: SearchResult[]
  /** Give it as `before` to go on; null when all tasks have been looked through. A page may be empty before that. */
  next: string | null
}

/** Adds the route that finds a text in all tasks. */
export function routeSearch(app: Hono, { store }: AppSettings): void {
  app.get('/api/search', async (context) => {
    const text = searchedText(context)
    const before = context.req.query('before')
    const limit = wholeNumber(context, 'limit', 1, 100) ?? 20
    const { results, next } = await store.searchTasks({ text, limit, ...(before ? { before } : {}) })
    const page: SearchPage = {
      results: results.map(({ task, ...found }) => ({ task: summarizeTask(task), ...found })),
      next,
    }
    return context.json(page)
  })
}
