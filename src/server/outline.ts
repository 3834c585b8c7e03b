import type { Hono } from 'hono'
import type { AppSettings } from './app.ts'
import { checkGeneration, findTask } from './find-task.ts'
import { wholeNumber } from './params.ts'

/** Adds the routes that show a way through a session: heads of its turns, and where its time went. */
export function routeOutline(app: Hono, { store }: AppSettings): void {
  app.get('/api/tasks/:id/turns', async (context) => {
    const task = await findTask(store, context)
    const generation = checkGeneration(context, task)
    const after = wholeNumber(context, 'after', 0, Number.MAX_SAFE_INTEGER) ?? 0
    const limit = wholeNumber(context, 'limit', 1, 2_000) ?? 200
    return context.json(await store.readTurns({ taskId: task.id, generation, after, limit }))
  })

  app.get('/api/tasks/:id/spans', async (context) => {
    const task = await findTask(store, context)
    const generation = checkGeneration(context, task)
    const buckets = wholeNumber(context, 'buckets', 1, 2_000) ?? 400
    return context.json(await store.readStrip({ taskId: task.id, generation, buckets }))
  })
}
