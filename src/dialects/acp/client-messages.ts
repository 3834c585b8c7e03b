import type { OpenRequest, RequestAnswer } from '../../core/dialect.ts'
import type { JsonObject, JsonValue } from '../../core/events.ts'
import { objects } from '../../core/read.ts'

/** A line of JSON-RPC: a request where it has an id, else a notification. */
export function callLine(method: string, params: JsonObject, id?: number): string {
  return messageLine({ ...(id === undefined ? {} : { id }), method, params })
}

/** Refuses a request for a service that this client never offered. */
export function refusalLine(id: JsonValue, method: string): string {
  return messageLine({ id, error: { code: -32_601, message: `The client does not offer ${method}.` } })
}

/** Answers a permission request with one of its options; null for an option that it did not state. */
export function answerLine({ requestId, options }: OpenRequest, { optionId }: RequestAnswer): string | null {
  if (!objects(options).some(({ id }) => id === optionId)) return null
  return outcomeLine(requestId, { outcome: 'selected', optionId })
}

/** Withdraws a permission request: the protocol demands it when a turn is cancelled. */
export function withdrawalLine(requestId: string): string {
  return outcomeLine(requestId, { outcome: 'cancelled' })
}

/** The id of a request is the JSON of the agent's own. */
function outcomeLine(requestId: string, outcome: JsonObject): string {
  return messageLine({ id: JSON.parse(requestId) as JsonValue, result: { outcome } })
}

function messageLine(message: JsonObject): string {
  return `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`
}
