import type { Hono } from 'hono'
import type { AppSettings } from './app.ts'
import { findTask } from './find-task.ts'
import { listStream } from './list-stream.ts'
import { sseResponse } from './sse.ts'
import { parsePosition, taskStream } from './task-stream.ts'

/** Adds the two live streams. */
export function routeStreams(app: Hono, { store, heartbeatMs, report }: AppSettings): void {
  const options = { heartbeatMs, report }

  app.get('/api/stream', () => sseResponse(listStream(store), options))

  app.get('/api/tasks/:id/stream', async (context) => {
    const task = await findTask(store, context)
    // The header is what a browser sends by itself when it comes back; the address still says where it first began.
    const position = context.req.header('last-event-id') ?? context.req.query('since')
    return sseResponse(taskStream(store, task.id, parsePosition(position, task)), options)
  })
}
