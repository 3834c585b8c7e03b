import type { JsonObject, NormalizedEvent } from '../../core/events.ts'
import { arr, num, str, text } from '../../core/read.ts'
import {
  type Call,
  type CallEnd,
  describeAgents,
  describeChanges,
  endCall,
  isFailure,
  mcpName,
  readMcpEnd,
  said,
  startCall,
} from './calls.ts'

/** An item that begins a call (or, updated, says more of it). */
export function startItem(item: JsonObject, clip: number, line: JsonObject): NormalizedEvent[] {
  const call = callOf(item)
  if (line.type !== 'item.updated') return startCall(call, clip)
  return startCall(call, clip).map((event) => ({ ...event, payload: { ...event.payload, merge: true } }))
}

/** An item that ends a call. */
export function endItem(item: JsonObject, clip: number): NormalizedEvent[] {
  return endCall(callOf(item), endOf(item), clip)
}

function callOf(item: JsonObject): Call {
  const callId = text(item.id)
  switch (typeOf(item)) {
    case 'command_execution':
      return { callId, name: 'command_execution', input: said({ command: item.command }) }
    case 'file_change':
      return { callId, name: 'file_change', input: said({ changes: item.changes }) }
    case 'mcp_tool_call':
      return { callId, name: mcpName(item), input: item.arguments ?? null }
    case 'collab_tool_call': {
      const receivers = arr(item.receiver_thread_ids).length > 0 ? item.receiver_thread_ids : null
      return { callId, name: text(item.tool), input: said({ prompt: item.prompt, receivers }) }
    }
    default:
      return { callId, name: typeOf(item), input: said({ query: item.query, action: item.action }) }
  }
}

function endOf(item: JsonObject): CallEnd {
  const isError = isFailure(item.status)
  switch (typeOf(item)) {
    case 'command_execution':
      return { isError, output: str(item.aggregated_output), extra: { exitCode: num(item.exit_code) } }
    case 'file_change':
      return { isError, output: describeChanges(item.changes) }
    case 'mcp_tool_call':
      return readMcpEnd(item)
    case 'collab_tool_call':
      return { isError, output: describeAgents(item.agents_states) }
    default:
      return { isError, output: null }
  }
}

/** 0.42.0 says `item_type`. */
function typeOf(item: JsonObject): string | null {
  return text(item.type) ?? text(item.item_type)
}
