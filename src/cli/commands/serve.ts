import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { adoptRuns } from '../../recorder/index.ts'
import { createApp, type RunningServer, serve } from '../../server/index.ts'
import { defaultHome, type Store } from '../../store/index.ts'
import { startDemo } from '../demo.ts'
import { withStore } from '../home.ts'
import { readNumber } from '../option-values.ts'
import { writeTo } from '../output.ts'
import { CliProblem } from '../problem.ts'
import { sanitizeText } from '../render/terminal-text.ts'
import { packageVersion } from '../version.ts'

/** What `serve` was told. */
export type ServeCommandOptions = {
  port?: string
  host: string
  allowHost?: string[]
  requireToken?: boolean
  demo?: boolean
  json?: boolean
}

const ADOPTION_INTERVAL_MS = 500

/**
 * Serves the page and the API until SIGINT or SIGTERM, and brings in runs that nobody else ingests. The first line of
 * stdout is the address.
 */
export async function serveCommand(options: ServeCommandOptions): Promise<void> {
  const port =
    options.port === undefined ? undefined : readNumber('--port', options.port, { min: 0, max: 65_535 })
  const home = options.demo ? join(defaultHome(), 'demo') : defaultHome()
  const stopping = new AbortController()
  const stop = (): void => stopping.abort()
  // Once: whoever cannot wait for the end presses again.
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  await withStore((store) => serveStore(store, home, port, options, stopping.signal), home)
}

async function serveStore(
  store: Store,
  home: string,
  port: number | undefined,
  options: ServeCommandOptions,
  signal: AbortSignal,
): Promise<void> {
  const { host, requireToken = false, allowHost = [] } = options
  const given = readGivenToken()
  const token = given ?? randomBytes(24).toString('base64url')
  const webRoot = findWebRoot()
  const version = packageVersion()
  const app = createApp({ store, home, webRoot, allowHosts: allowHost, token, requireToken, version })
  const server = await serve({ app, host, ...(port === undefined ? {} : { port }) })
  try {
    await announce(server, given === null ? token : null, options)
    if (webRoot === null)
      warn('The page is not built, so only the API is served. Build it with: npm run build')
    const onError = (error: unknown): void => warn(error instanceof Error ? error.message : String(error))
    const demo = options.demo ? await startDemo(store, home, signal) : null
    const settled = demo?.settled.catch(onError)
    await adoptRuns(store, { home, signal, intervalMs: ADOPTION_INTERVAL_MS, onError })
    await settled
  } finally {
    await server.close()
  }
}

/** Shorter tokens could be guessed. */
const MIN_TOKEN_LENGTH = 24

/**
 * The token that the environment gives, for workers that must find the next server too; null for none. Whoever shows a
 * token may change things. Throws a `CliProblem` for one that could be guessed.
 */
function readGivenToken(): string | null {
  const token = process.env.AGENT_STREAM_TOKEN ?? ''
  if (token === '') return null
  if (/^[\w.~-]+$/.test(token) && token.length >= MIN_TOKEN_LENGTH) return token
  throw new CliProblem(
    `AGENT_STREAM_TOKEN wants at least ${MIN_TOKEN_LENGTH} letters, digits, or . _ ~ -. Make one: openssl rand -hex 24`,
    2,
  )
}

/** `made` is the token where this process made it: one that was given is known to whoever needs it. */
async function announce(
  server: RunningServer,
  made: string | null,
  options: ServeCommandOptions,
): Promise<void> {
  const whole = made === null ? server.url : `${server.url}/#token=${made}`
  const needsToken = options.requireToken || !isLoopback(options.host)
  const address = needsToken ? whole : server.url
  await writeTo(process.stdout, `${options.json ? JSON.stringify({ url: address }) : address}\n`)
  // For a person at the terminal only: a token is no business of a log.
  if (!process.stderr.isTTY) return
  if (!needsToken && made !== null) warn(`To change things too, open ${whole}`)
  warn('Ctrl-C stops the server; what it records goes on.')
}

function warn(words: string): void {
  process.stderr.write(`${sanitizeText(words)}\n`)
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

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}
