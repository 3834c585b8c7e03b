import type { Context } from 'hono'
import type { Store, TaskRecord } from '../store/store.ts'
import { ApiError, generationGone } from './errors.ts'
import { quote, wholeNumber } from './params.ts'

/** The task that the path names, by its id or a unique start of it; 404 when there is none. */
export async function findTask(store: Store, context: Context): Promise<TaskRecord> {
  const name = (context.req.param('id') ?? '').toLowerCase()
  const id = /^[0-9a-f-]{1,36}$/.test(name) ? await store.resolveTaskId(name) : null
  const task = id === null ? null : await store.getTask(id)
  if (task) return task
  throw new ApiError(
    404,
    'no-such-task',
    `There is no task ${quote(name)}.`,
    'GET /api/tasks lists the tasks.',
  )
}

/** The generation to read: the one that is served, which is also the only one that may be asked for. */
export function checkGeneration(context: Context, task: TaskRecord): number {
  const asked = wholeNumber(context, 'generation', 0, Number.MAX_SAFE_INTEGER)
  if (asked !== null && asked !== task.generation) throw generationGone(asked, task.generation)
  return task.generation
}
