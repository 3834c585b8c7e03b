import type { MiddlewareHandler } from 'hono'
import { ApiError } from './errors.ts'
import { quote } from './params.ts'

const LOOPBACK_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** Sent with everything: nothing but the page's own files may run, be shown or be spoken to. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
}

/** Names under which a server may be called. */
export type AllowedHosts = {
  /** Whether a `host` or `host:port`, as a Host header has it, is on the list. */
  has(host: string): boolean
  /** Puts a name on the list: `name` allows every port of it, `name:port` only that one. */
  add(host: string): void
}

/** The list of names: loopback and what the user allows. */
export function createAllowedHosts(hosts: readonly string[]): AllowedHosts {
  const allowed = new Set<string>(LOOPBACK_NAMES)
  for (const host of hosts) allowed.add(host.trim().toLowerCase())
  return {
    has: (host) => {
      const name = host.toLowerCase()
      return allowed.has(name) || allowed.has(name.replace(/:\d{1,5}$/, ''))
    },
    add: (host) => {
      allowed.add(host.toLowerCase())
    },
  }
}

/**
 * Refuses with 403, before anything else looks at the request, what a page of another site could have caused: a Host
 * that is not ours (DNS rebinding: their name, our address), an Origin that is not ours, and a fetch that the browser
 * says came from elsewhere. Following a link to the page from anywhere is allowed.
 */
export function guard(allowed: AllowedHosts): MiddlewareHandler {
  return async (context, next) => {
    const url = new URL(context.req.url)
    const host = context.req.header('host') ?? url.host
    // An absolute request line may name another host than the header does.
    const foreign = [host, url.host].find((name) => !allowed.has(name))
    if (foreign !== undefined) {
      throw new ApiError(
        403,
        'host-not-allowed',
        `This server is not called ${quote(foreign)}.`,
        'Use its loopback address, or start it with --allow-host NAME for every other name that it may be called by.',
      )
    }
    const origin = context.req.header('origin')
    if (origin !== undefined && !isOwnOrigin(origin, host, allowed)) {
      throw new ApiError(
        403,
        'origin-not-allowed',
        `Pages of ${quote(origin)} may not use this server.`,
        'Use the page that this server serves, or start it with --allow-host NAME.',
      )
    }
    const site = context.req.header('sec-fetch-site')
    const linked = context.req.header('sec-fetch-mode') === 'navigate' && !url.pathname.startsWith('/api')
    if ((site === 'cross-site' || site === 'same-site') && origin === undefined && !linked) {
      throw new ApiError(
        403,
        'origin-not-allowed',
        'A page of another site may not use this server.',
        'Use the page that this server serves.',
      )
    }
    await next()
  }
}

/** Puts the security headers on every answer, and `no-store` on those of the API. */
export function secureHeaders(): MiddlewareHandler {
  return async (context, next) => {
    await next()
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
      if (!context.res.headers.has(name)) context.res.headers.set(name, value)
    }
    if (context.req.path.startsWith('/api')) context.res.headers.set('cache-control', 'no-store')
  }
}

/** Our own page, or one on a name that the user allowed. Another port of loopback is another program. */
function isOwnOrigin(origin: string, host: string, allowed: AllowedHosts): boolean {
  if (!/^https?:\/\//.test(origin)) return false
  const originHost = origin.replace(/^https?:\/\//, '').toLowerCase()
  if (originHost === host.toLowerCase()) return true
  return allowed.has(originHost) && !isLoopbackName(originHost)
}

/** Whether a `host` or `host:port` names this machine's loopback interface. */
export function isLoopbackName(host: string): boolean {
  return LOOPBACK_NAMES.includes(host.toLowerCase().replace(/:\d{1,5}$/, ''))
}
