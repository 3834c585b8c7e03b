import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { Store } from '../store/store.ts'
import { type Access, createAccess } from './access.ts'
import { routeAttachments } from './attachments.ts'
import { ApiError, errorBody, fromRecorderError, fromStoreError } from './errors.ts'
import { routeEvents } from './events.ts'
import { routeFind } from './find.ts'
import { type AllowedHosts, createAllowedHosts, guard, secureHeaders } from './guard.ts'
import { openApiDocument } from './openapi.ts'
import { routeOutline } from './outline.ts'
import { routeOutput } from './output.ts'
import { routeSearch } from './search.ts'
import { routeSession } from './session.ts'
import { noSuchRoute, routeStaticFiles } from './static-files.ts'
import { routeSteering } from './steering.ts'
import { routeStreams } from './streams.ts'
import { routeTasks } from './tasks.ts'
import { routeUsage } from './usage.ts'

/** What an app needs to know. */
export type AppOptions = {
  store: Store
  /** The data folder, where runs that are started here keep their files; null: no run can be started. */
  home?: string | null
  /** The folder with the built page; null serves the API alone. */
  webRoot?: string | null
  /** Names besides loopback by which the server may be called: `name` or `name:port`. */
  allowHosts?: readonly string[]
  /** Whoever shows it may change things; null: nobody may. */
  token?: string | null
  /** Reading needs the token too. */
  requireToken?: boolean
  /** Of the package, for clients. */
  version: string
  /** A stream that has nothing to say says so after so many ms. 15,000 unless said. */
  heartbeatMs?: number
  /** Told of what became a 500 or ended a stream: clients learn little of it. Prints it unless given. */
  report?: (error: unknown) => void
}

/** {@link AppOptions} that the routes read, complete. */
export type AppSettings = {
  store: Store
  home: string | null
  version: string
  heartbeatMs: number
  report: (error: unknown) => void
}

const policies = new WeakMap<Hono, { access: Access; hosts: AllowedHosts }>()

/**
 * The whole of the server as a Hono app without a socket: `app.request()` answers, `serve` puts it on a port, and any server
 * that speaks `fetch` can mount it.
 */
export function createApp(options: AppOptions): Hono {
  const settings: AppSettings = {
    store: options.store,
    home: options.home ?? null,
    version: options.version,
    heartbeatMs: options.heartbeatMs ?? 15_000,
    report: options.report ?? ((error) => console.error(error)),
  }
  const access = createAccess(options.token ?? null, options.requireToken ?? false)
  const hosts = createAllowedHosts(options.allowHosts ?? [])
  const app = new Hono()
  policies.set(app, { access, hosts })

  app.onError((error, context) => {
    const known = toApiError(error)
    const answer = known ?? UNEXPECTED
    if (answer.status === 500) settings.report(error)
    return context.json(errorBody(answer), answer.status)
  })
  app.notFound((context) => context.json(errorBody(noSuchRoute(context)), 404))

  app.use(secureHeaders())
  app.use(guard(hosts))
  app.use('/api/*', async (context, next) => {
    if (access.readsNeedToken() && context.req.path !== '/api/session') access.requireToken(context)
    await next()
  })

  routeSession(app, settings, access)
  routeTasks(app, settings, access)
  routeSteering(app, settings, access)
  routeEvents(app, settings)
  routeOutline(app, settings)
  routeFind(app, settings)
  routeSearch(app, settings)
  routeUsage(app, settings)
  routeOutput(app, settings)
  routeStreams(app, settings)
  routeAttachments(app, settings)
  app.get('/api/openapi.json', (context) => context.json(openApiDocument(settings.version)))
  routeStaticFiles(app, options.webRoot ?? null)
  return app
}

/** Who may do what in an app that `createApp` made, null for any other. */
export function policyOf(app: Hono): { access: Access; hosts: AllowedHosts } | null {
  return policies.get(app) ?? null
}

const UNEXPECTED = new ApiError(
  500,
  'unexpected',
  'The server failed to answer.',
  'Try again; what went wrong is in the output of "agent-stream serve".',
)

function toApiError(error: Error): ApiError | null {
  if (error instanceof ApiError) return error
  if (error instanceof HTTPException) {
    return new ApiError(
      400,
      'bad-request',
      error.message || 'The request is malformed.',
      'See /api/openapi.json.',
    )
  }
  return fromStoreError(error) ?? fromRecorderError(error)
}
