import type { Context, Hono } from 'hono'
import type { AppSettings } from './app.ts'
import { checkGeneration, findTask } from './find-task.ts'
import { badParameter, wholeNumber } from './params.ts'

/** Longest text that can be looked for, in UTF-16 units. */
const MAX_TEXT_LENGTH = 500

/** Adds the route that finds a text in the whole of a session. */
export function routeFind(app: Hono, { store }: AppSettings): void {
  app.get('/api/tasks/:id/find', async (context) => {
    const task = await findTask(store, context)
    const generation = checkGeneration(context, task)
    const text = searchedText(context)
    const after = wholeNumber(context, 'after', 0, Number.MAX_SAFE_INTEGER)
    const before = wholeNumber(context, 'before', 1, Number.MAX_SAFE_INTEGER)
    if (after !== null && before !== null) {
      throw badParameter('A page lies at one place only.', 'Give one of after and before.')
    }
    const page = await store.findText({
      taskId: task.id,
      generation,
      text,
      limit: wholeNumber(context, 'limit', 1, 500) ?? 50,
      ...(after === null ? {} : { after }),
      ...(before === null ? {} : { before }),
    })
    return context.json(page)
  })
}

/** The text to look for; 400 when there is none, or too much. */
export function searchedText(context: Context): string {
  const text = context.req.query('q') ?? ''
  if (text.trim() !== '' && text.length <= MAX_TEXT_LENGTH) return text
  const what = text.trim() === '' ? 'is empty' : `has ${text.length} characters`
  throw badParameter(`The parameter "q" ${what}.`, `Give a text of 1 to ${MAX_TEXT_LENGTH} characters.`)
}
