import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { ApiError } from './errors.ts'

const COOKIE = 'agent_stream_session'

/** Who may do what. The token itself is never sent back, stored or logged. */
export type Access = {
  /** Whether this request shows the token, by `Authorization: Bearer` or by the cookie that was given for it. */
  isAuthorized(context: Context): boolean
  /** Whether reading needs the token too. */
  readsNeedToken(): boolean
  /** From now on reading needs the token; false when there is no token that anybody could show. */
  demandToken(): boolean
  /** Rejects with 401 unless this request shows the token. */
  requireToken(context: Context): void
  /** Gives the cookie for the right token; 401 for a wrong one. */
  openSession(context: Context, token: string): void
}

/** The token rules of a server. Without a token nothing that changes a task is allowed. */
export function createAccess(token: string | null, requireToken: boolean): Access {
  let reading = requireToken
  // The cookie holds a value made from the token: browsers send cookies of localhost to every port of it.
  const session =
    token === null ? null : createHmac('sha256', token).update('agent-stream session').digest('hex')

  const isAuthorized = (context: Context): boolean => {
    if (token === null || session === null) return false
    const bearer = /^Bearer +(\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1]
    if (bearer !== undefined && sameSecret(bearer, token)) return true
    const cookie = getCookie(context, COOKIE)
    return cookie !== undefined && sameSecret(cookie, session)
  }

  return {
    isAuthorized,
    readsNeedToken: () => reading,
    demandToken: () => {
      reading = true
      return token !== null
    },
    requireToken: (context) => {
      if (isAuthorized(context)) return
      if (token === null) {
        throw new ApiError(
          401,
          'token-needed',
          'This server was made without a token and only serves reading.',
          NEW_TOKEN,
        )
      }
      throw new ApiError(401, 'token-needed', 'This request needs the token of the server.', SHOW_TOKEN)
    },
    openSession: (context, shown) => {
      if (token === null || session === null || !sameSecret(shown, token)) {
        throw new ApiError(401, 'wrong-token', 'That is not the token of this server.', SHOW_TOKEN)
      }
      const secure = new URL(context.req.url).protocol === 'https:'
      setCookie(context, COOKIE, session, { httpOnly: true, sameSite: 'Strict', path: '/', secure })
    },
  }
}

const SHOW_TOKEN =
  'Open the address that "agent-stream serve" printed, with its #token=…, or send "Authorization: Bearer TOKEN".'
const NEW_TOKEN = 'Start it with a token: "agent-stream serve" makes and prints one.'

/** Compares digests, so that neither the length nor the place of a difference shows in the time. */
function sameSecret(shown: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(shown), digest(secret))
}
