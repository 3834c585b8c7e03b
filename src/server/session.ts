import type { Hono } from 'hono'
import { text } from '../core/read.ts'
import type { Access } from './access.ts'
import type { AppSettings } from './app.ts'
import { limitBody, readJsonBody } from './body.ts'
import { ApiError } from './errors.ts'

/** Adds the routes by which the page learns whether it may steer, and exchanges the token of its address for a cookie. */
export function routeSession(app: Hono, { version, home }: AppSettings, access: Access): void {
  app.get('/api/session', (context) =>
    context.json({
      authorized: access.isAuthorized(context),
      readsNeedToken: access.readsNeedToken(),
      // A server without a folder for runs starts none.
      canStart: home !== null && access.isAuthorized(context),
      version,
    }),
  )

  app.post('/api/session', limitBody(), async (context) => {
    const token = text((await readJsonBody(context)).token)
    if (token === null) {
      throw new ApiError(400, 'bad-body', 'The body has no token.', 'Send {"token": "…"}.')
    }
    access.openSession(context, token)
    return context.body(null, 204)
  })
}
