import type { Hono } from 'hono'
import { cleanTitle } from '../core/title.ts'
import { findReplyWay, removeRunFolders } from '../recorder/index.ts'
import type { RunRecord, Store } from '../store/store.ts'
import type { Access } from './access.ts'
import type { AppSettings } from './app.ts'
import { limitBody, readJsonBody } from './body.ts'
import { readCalendar, readDay } from './day.ts'
import { ApiError } from './errors.ts'
import { findTask } from './find-task.ts'
import { wholeNumber } from './params.ts'
import { summarizeTask } from './task-summary.ts'

/** Adds the routes that list, show, rename and remove tasks. */
export function routeTasks(app: Hono, { store, report }: AppSettings, access: Access): void {
  app.get('/api/tasks', async (context) => {
    const query = context.req.query()
    const limit = wholeNumber(context, 'limit', 1, 500)
    const day = readDay(context, 'day')
    const range = day === null ? null : readCalendar(context).rangeOf(day)
    const page = await store.listTasks({
      ...(query.query ? { query: query.query } : {}),
      ...(query.status ? { status: query.status } : {}),
      ...(query.harness ? { harness: query.harness } : {}),
      ...(range ? { activeFrom: range.from, activeTo: range.to } : {}),
      ...(query.before ? { before: query.before } : {}),
      ...(limit === null ? {} : { limit }),
    })
    return context.json({ tasks: page.tasks.map(summarizeTask), next: page.next })
  })

  app.get('/api/tasks/:id', async (context) => {
    const task = await findTask(store, context)
    const runs = await store.listRuns(task.id)
    return context.json({
      task: { ...summarizeTask(task), titleOrigin: task.titleOrigin },
      runs: runs.map(describeRun),
      state: task.state,
      generation: task.generation,
      lastSeq: task.lastSeq,
      steering: await describeSteering(store, runs),
    })
  })

  app.patch('/api/tasks/:id', limitBody(), async (context) => {
    access.requireToken(context)
    const task = await findTask(store, context)
    const title = cleanTitle((await readJsonBody(context)).title)
    if (title === null) {
      throw new ApiError(
        400,
        'bad-body',
        'The body has no title.',
        'Send {"title": "…"} with something to read in it.',
      )
    }
    await store.setTitle(task.id, title, 'human')
    return context.json(summarizeTask(await findTask(store, context)))
  })

  app.delete('/api/tasks/:id', async (context) => {
    access.requireToken(context)
    const task = await findTask(store, context)
    const runs = await store.listRuns(task.id)
    await store.removeTask(task.id)
    await removeRunFolders(runs).catch(report)
    return context.body(null, 204)
  })
}

/** What a person may do in a task now; `why` says in half a sentence why no words reach it. */
export type TaskSteering = {
  reply: 'turn' | 'run' | null
  why: string | null
  /** A process lives that can be interrupted and stopped. */
  isRunning: boolean
}

async function describeSteering(store: Store, runs: readonly RunRecord[]): Promise<TaskSteering> {
  const last = runs.at(-1)
  if (!last) return { reply: null, why: 'it has no run', isRunning: false }
  const way = await findReplyWay(store, last)
  return { reply: way.as, why: way.as === null ? way.why : null, isRunning: !last.complete }
}

/** A run without the places where this machine keeps its files. */
function describeRun(run: RunRecord): Omit<RunRecord, 'folder' | 'cursor' | 'taskId'> {
  const { folder: _folder, cursor: _cursor, taskId: _taskId, ...rest } = run
  return rest
}
