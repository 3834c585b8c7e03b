import { type KindRule, namesOfKinds } from '../../core/dialect.ts'
import type { JsonObject } from '../../core/events.ts'
import { obj, str } from '../../core/read.ts'
import { serverKinds } from './app-server.ts'
import { statesLimits } from './app-server-notices.ts'
import { execKinds } from './exec.ts'
import { emptyCountSuffix, legacyKinds } from './legacy.ts'

/** Every kind of line that Codex is known to print: `exec` from 0.42.0 to 0.171.0, and `app-server` of 0.171.0. */
export const kinds: Readonly<Record<string, KindRule>> = { ...execKinds, ...legacyKinds, ...serverKinds }

const nameOf = namesOfKinds(kinds)

/** The kind of a line: exec says a `type`, the app-server a `method`, 0.42.0 a `msg`; answers of the server say neither. */
export function kindOf(line: JsonObject): string | null {
  if (typeof line.type === 'string') return execKindOf(line, line.type)
  if (typeof line.method === 'string') return serverKindOf(line, line.method)
  const message = obj(line.msg)
  if (message) return legacyKindOf(message)
  if (line.result !== undefined || line.error !== undefined) return responseKindOf(line)
  if (typeof line.prompt === 'string') return 'prompt'
  return 'reasoning effort' in line ? 'config' : null
}

/** 0.42.0 `--experimental-json` says `item_type` for `type`. */
function execKindOf(line: JsonObject, type: string): string {
  if (!type.startsWith('item.')) return type
  const item = obj(line.item)
  return nameOf(type, str(item?.type) ?? str(item?.item_type))
}

function serverKindOf(line: JsonObject, method: string): string {
  const params = obj(line.params)
  switch (method) {
    case 'item/started':
    case 'item/completed':
      return nameOf(method, str(obj(params?.item)?.type))
    case 'error':
      return 'server/error'
    case 'turn/completed':
      return isChildTurn(obj(params?.turn)) ? 'turn/completed/child' : method
    case 'thread/started':
      return str(obj(params?.thread)?.parentThreadId) === null ? method : 'thread/started/child'
    case 'account/rateLimits/updated':
      return statesLimits(params?.rateLimits) ? method : 'account/rateLimits/updated/empty'
    default:
      return method
  }
}

/** A subagent's turn names the turn that it serves (0.171.0); its other lines have no such sign. */
function isChildTurn(turn: JsonObject | null): boolean {
  const root = str(turn?.rootTurnId)
  return root !== null && root !== turn?.id
}

function legacyKindOf(message: JsonObject): string {
  const type = str(message.type)
  const name = nameOf('msg', type)
  return type === 'token_count' ? `${name}${emptyCountSuffix(message)}` : name
}

function responseKindOf(line: JsonObject): string {
  const result = obj(line.result)
  if (!result) return line.error === undefined ? 'response' : 'response/error'
  if (obj(result.thread) && typeof result.model === 'string') return 'response/thread'
  if (obj(result.turn)) return 'response/turn'
  return Object.keys(result).length === 0 ? 'response/empty' : 'response'
}
