import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { policyOf } from './app.ts'
import { ApiError, errorBody, ServerError } from './errors.ts'

/** The port that is used when none is asked for, if it is free. */
export const DEFAULT_PORT = 4788

/** Where to listen. */
export type ServeOptions = {
  /** Made by `createApp`. */
  app: Hono
  /** 127.0.0.1 unless said. Anything but loopback needs an app with a token, which reading then needs too. */
  host?: string
  /** 0: any free port. Absent: {@link DEFAULT_PORT}, or any free one when that is taken. Any other must be free. */
  port?: number
}

/** A server that listens. */
export type RunningServer = {
  /** E.g. `http://127.0.0.1:4788`. */
  url: string
  port: number
  /** Ends every connection, streams too, and gives the port back. */
  close(): Promise<void>
}

/**
 * Puts an app on a port. Rejects with a `ServerError`: `port-taken`, `port-forbidden`, `host-unknown`, `token-needed` or
 * `listen-failed`.
 */
export async function serve({ app, host = '127.0.0.1', port }: ServeOptions): Promise<RunningServer> {
  if (!isLoopback(host)) {
    const policy = policyOf(app)
    if (!policy?.access.demandToken()) {
      throw new ServerError(
        'token-needed',
        `Listening on ${host} lets other machines in, and this app has no token. Give it a token, or listen on 127.0.0.1.`,
      )
    }
    policy.hosts.add(host.includes(':') ? `[${host}]` : host)
  }
  try {
    return await listen(app, host, port ?? DEFAULT_PORT)
  } catch (error) {
    if (port === undefined && codeOf(error) === 'EADDRINUSE') {
      return await listen(app, host, 0).catch((again) => Promise.reject(explain(again, host, 0)))
    }
    throw explain(error, host, port ?? DEFAULT_PORT)
  }
}

const MALFORMED = new ApiError(
  400,
  'bad-request',
  'The request line or the Host header is malformed.',
  'See /api/openapi.json for what is served.',
)

function listen(app: Hono, host: string, port: number): Promise<RunningServer> {
  // A request that is too odd to be given to the app (a Host that is no name) is answered in the same shape.
  const errorHandler = () => Response.json(errorBody(MALFORMED), { status: MALFORMED.status })
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false, errorHandler }))
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const actual = (server.address() as AddressInfo).port
      resolve({ url: `http://${nameInUrl(host)}:${actual}`, port: actual, close: () => close(server) })
    })
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error && codeOf(error) !== 'ERR_SERVER_NOT_RUNNING' ? reject(error) : resolve()))
    server.closeAllConnections()
  })
}

/** Every address of 127.0.0.0/8 is loopback. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

/** "Every address" is not one that a browser can open. */
function nameInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function explain(error: unknown, host: string, port: number): ServerError {
  const cause = { cause: error }
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new ServerError(
        'port-taken',
        `Port ${port} of ${host} is taken by another program. Give another --port, or --port 0 for any free one.`,
        cause,
      )
    case 'EACCES':
      return new ServerError(
        'port-forbidden',
        `You may not listen on port ${port} of ${host}. Give a --port from 1024 on, or 0 for any free one.`,
        cause,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ServerError(
        'host-unknown',
        `This machine has no address ${host}. Give --host 127.0.0.1, or an address of one of its networks.`,
        cause,
      )
    default:
      return new ServerError(
        'listen-failed',
        `Cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : String(error)}`,
        cause,
      )
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null
}
