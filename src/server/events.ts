import type { Context, Hono } from 'hono'
import type { EventQuery, TaskRecord } from '../store/store.ts'
import type { AppSettings } from './app.ts'
import { ApiError } from './errors.ts'
import { checkGeneration, findTask } from './find-task.ts'
import { badParameter, flag, pathNumber, wholeNumber } from './params.ts'
import { readWholeEvent } from './whole-event.ts'

const MAX_LIMIT = 2_000

/** Adds the routes that read pages of events, one event, and its source line. */
export function routeEvents(app: Hono, { store }: AppSettings): void {
  app.get('/api/tasks/:id/events', async (context) => {
    const task = await findTask(store, context)
    const generation = checkGeneration(context, task)
    return context.json(await store.readEvents({ taskId: task.id, generation, ...readPlace(context) }))
  })

  app.get('/api/tasks/:id/events/:seq', async (context) => {
    const task = await findTask(store, context)
    const generation = checkGeneration(context, task)
    const seq = pathNumber(context, 'seq')
    const event = await store.getEvent(task.id, seq, generation)
    if (!event) throw noSuchEvent(task, seq)
    const whole = flag(context, 'full') ? await readWholeEvent(store, task.id, event, generation) : event
    return context.json({ ...whole, generation })
  })

  app.get('/api/tasks/:id/events/:seq/source', async (context) => {
    const task = await findTask(store, context)
    const generation = checkGeneration(context, task)
    const seq = pathNumber(context, 'seq')
    const found = await store.getEventLine(task.id, seq, generation)
    if (!found) {
      if (!(await store.getEvent(task.id, seq, generation))) throw noSuchEvent(task, seq)
      throw new ApiError(
        404,
        'no-source',
        `Event ${seq} has no source line: agent-stream itself recorded it.`,
        'Only events with hasSource have one.',
      )
    }
    const { source } = found.line
    if (typeof source === 'string') return context.text(source)
    return context.body(Uint8Array.from(source), 200, { 'content-type': 'application/octet-stream' })
  })
}

function noSuchEvent(task: TaskRecord, seq: number): ApiError {
  return new ApiError(
    404,
    'no-such-event',
    `Task ${task.id} has no event ${seq}.`,
    task.lastSeq === 0 ? 'It has no events yet.' : `Its events are 1 to ${task.lastSeq}.`,
  )
}

function readPlace(context: Context): Pick<EventQuery, 'since' | 'before' | 'tail' | 'limit' | 'raw'> {
  const since = wholeNumber(context, 'since', 0, Number.MAX_SAFE_INTEGER)
  const before = wholeNumber(context, 'before', 1, Number.MAX_SAFE_INTEGER)
  const tail = flag(context, 'tail')
  if ([since !== null, before !== null, tail === true].filter(Boolean).length > 1) {
    throw badParameter('A page lies at one place only.', 'Give one of since, before and tail=1.')
  }
  return {
    limit: wholeNumber(context, 'limit', 1, MAX_LIMIT) ?? 150,
    raw: flag(context, 'raw') ?? true,
    ...(since === null ? {} : { since }),
    ...(before === null ? {} : { before }),
    ...(tail ? { tail } : {}),
  }
}
