import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { adoptRuns } from '../../recorder/index.ts'
import { createApp, serve } from '../../server/index.ts'
import { defaultHome, type Store } from '../../store/index.ts'
import { startDemo } from '../demo.ts'
import { withStore } from '../home.ts'
import { CliProblem } from '../problem.ts'
import { createToken } from '../token.ts'
import { packageVersion } from '../version.ts'

/** What `serve` was told. */
export type ServeCommandOptions = {
  port?: string
  host?: string
  allowHost?: string[]
  requireToken?: boolean
  demo?: boolean
  json?: boolean
}

/**
 * Serves the page and the API until the process is told to stop, and brings in runs that nobody else ingests. The first
 * line of stdout is the address.
 */
export async function serveCommand(options: ServeCommandOptions): Promise<void> {
  const home = options.demo ? join(defaultHome(), 'demo') : defaultHome()
  await withStore((store) => serveStore(store, home, options), home)
}

async function serveStore(store: Store, home: string, options: ServeCommandOptions): Promise<void> {
  const token = createToken()
  const requireToken = options.requireToken ?? false
  const app = createApp({
    store,
    webRoot: findWebRoot(),
    allowHosts: options.allowHost ?? [],
    token,
    requireToken,
    version: packageVersion(),
  })
  const port = portOf(options.port)
  const server = await serve({
    app,
    host: options.host ?? '127.0.0.1',
    ...(port === undefined ? {} : { port }),
  })
  const isOpen = requireToken || !isLoopback(options.host)
  const address = isOpen ? `${server.url}/#token=${token}` : server.url
  process.stdout.write(options.json ? `${JSON.stringify({ url: address })}\n` : `${address}\n`)

  const stopping = new AbortController()
  const stop = (): void => stopping.abort()
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  if (options.demo) await startDemo(store, home)
  const report = (error: unknown): void => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  }
  await adoptRuns(store, { home, signal: stopping.signal, intervalMs: 500, onError: report })
  await server.close()
}

/** The built page: beside the compiled command line, or in `dist` when the sources run. */
function findWebRoot(): string | null {
  const places = ['../../web', '../../../dist/web'].map((place) =>
    fileURLToPath(new URL(place, import.meta.url)),
  )
  return places.find((place) => existsSync(join(place, 'index.html')) && isBuilt(place)) ?? null
}

/** The source page loads modules that only the build tool can serve. */
function isBuilt(folder: string): boolean {
  return !readFileSync(join(folder, 'index.html'), 'utf8').includes('main.tsx')
}

function portOf(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const port = Number(value)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new CliProblem(
    `--port wants a number from 0 to 65535 (0: any free one), not ${JSON.stringify(value)}.`,
    2,
  )
}

function isLoopback(host: string | undefined): boolean {
  return host === undefined || host === 'localhost' || host === '::1' || host.startsWith('127.')
}
