import { stated, toolCallEvent, toolResultEvent } from '../../core/build.ts'
import type { JsonObject, JsonValue, NormalizedEvent } from '../../core/events.ts'
import { obj, objects, str, text } from '../../core/read.ts'
import { mcpToolName } from '../../core/tool-kind.ts'
import { readMcpResult } from './content.ts'

/** A tool call: whose it is, what it is named and what it was given. */
export type Call = { callId: string | null; name: string | null; input: JsonValue }

/** How a call ended. Extra keys hold what the line states besides. */
export type CallEnd = { isError: boolean | null; output: string | null; extra?: Record<string, unknown> }

/** A call that begins. */
export function startCall(call: Call, clip: number): NormalizedEvent[] {
  return [toolCallEvent(call.callId, call.name, call.input, clip)]
}

/**
 * A call that ended. The call is told again, to be merged: 0.98.0 prints a file change only when it is done, a web search
 * learns its details late, and 0.125.0 says itself that it drops lines when it lags.
 */
export function endCall(call: Call, end: CallEnd, clip: number): NormalizedEvent[] {
  return [
    toolCallEvent(call.callId, call.name, call.input, clip, { merge: true }),
    toolResultEvent(call.callId, end.isError, end.output, clip, end.extra),
  ]
}

/** Whether an item's status is a failure; null where it is none that tells. */
export function isFailure(status: unknown): boolean | null {
  if (status === 'completed') return false
  return status === 'failed' || status === 'declined' ? true : null
}

/** Codex names a server and its tool in two keys. */
export function mcpName(item: JsonObject | null): string | null {
  const tool = text(item?.tool)
  return mcpToolName(text(item?.server), tool) ?? tool
}

/** How a call of an MCP tool ended: an error has a message in place of a result. */
export function readMcpEnd(item: JsonObject): CallEnd {
  const { output, files } = readMcpResult(obj(item.result))
  const isError = item.error ? true : isFailure(item.status)
  return { isError, output: str(obj(item.error)?.message) ?? output, extra: { files } }
}

/** What a file change did, a line a file: `update /path`, `move /old -> /new`. */
export function describeChanges(changes: JsonValue | undefined): string {
  const lines = objects(changes).map((change) => {
    const kind = obj(change.kind)
    const moved = text(kind?.move_path) ?? text(change.move_path)
    const what = moved === null ? (str(change.kind) ?? str(kind?.type) ?? 'change') : 'move'
    return `${what} ${str(change.path) ?? '?'}${moved === null ? '' : ` -> ${moved}`}`
  })
  return lines.join('\n')
}

/** The last words of agents, else what they do; null where none is told of. */
export function describeAgents(states: JsonValue | undefined): string | null {
  const lines = Object.values(obj(states) ?? {}).flatMap((state) => {
    const agent = obj(state)
    return text(agent?.message) ?? text(agent?.status) ?? []
  })
  return lines.length > 0 ? lines.join('\n') : null
}

/** The entries that say something: an input is not padded with nulls. Null when none does. */
export function said(entries: Record<string, JsonValue | undefined>): JsonObject | null {
  // What is stated is never undefined, which the type of a mapped index cannot say.
  const input = stated(entries) as JsonObject
  return Object.keys(input).length > 0 ? input : null
}
