import type { FileReference, JsonObject, JsonValue, NormalizedEvent } from '../../core/events.ts'
import { describeFile } from '../../core/inline-file.ts'
import { arr, bool, num, objects, str, text } from '../../core/read.ts'
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
import { fileAtUrl } from './content.ts'

/** An item of the app-server that begins a call. */
export function startServerCall(item: JsonObject, clip: number): NormalizedEvent[] {
  return startCall(callOf(item), clip)
}

/** An item of the app-server that ends a call. */
export function endServerCall(item: JsonObject, clip: number): NormalizedEvent[] {
  const { extra, ...end } = endOf(item)
  return endCall(callOf(item), { ...end, extra: { ...extra, durationMs: num(item.durationMs) } }, clip)
}

/** Tools are named as exec and the model name them, so that one harness has one name for each. */
function callOf(item: JsonObject): Call {
  const callId = text(item.id)
  switch (item.type) {
    case 'commandExecution':
      return { callId, name: 'command_execution', input: said({ command: item.command, cwd: item.cwd }) }
    case 'fileChange':
      return { callId, name: 'file_change', input: said({ changes: item.changes }) }
    case 'mcpToolCall':
      return { callId, name: mcpName(item), input: item.arguments ?? null }
    case 'dynamicToolCall':
      return { callId, name: qualified(item.namespace, item.tool), input: item.arguments ?? null }
    case 'collabAgentToolCall': {
      const receivers = arr(item.receiverThreadIds).length > 0 ? item.receiverThreadIds : null
      const { prompt, model } = item
      return { callId, name: snakeCase(text(item.tool)), input: said({ prompt, receivers, model }) }
    }
    case 'webSearch':
      return { callId, name: 'web_search', input: said({ query: item.query, action: item.action }) }
    case 'imageView':
      return { callId, name: 'view_image', input: said({ path: item.path }) }
    case 'functionCallOutput':
      return { callId, name: qualified(item.namespace, item.name), input: null }
    case 'imageGeneration':
      return { callId, name: 'image_generation', input: said({ prompt: item.revisedPrompt }) }
    default:
      return { callId, name: text(item.type), input: said({ durationMs: item.durationMs }) }
  }
}

function endOf(item: JsonObject): CallEnd {
  const isError = isFailure(item.status)
  switch (item.type) {
    case 'commandExecution':
      return { isError, output: str(item.aggregatedOutput), extra: { exitCode: num(item.exitCode) } }
    case 'fileChange':
      return { isError, output: describeChanges(item.changes) }
    case 'mcpToolCall':
      return readMcpEnd(item)
    case 'dynamicToolCall': {
      const succeeded = bool(item.success)
      return { isError: succeeded === null ? isError : !succeeded, ...readParts(item.contentItems) }
    }
    case 'collabAgentToolCall':
      return { isError, output: describeAgents(item.agentsStates) }
    case 'webSearch':
      return { isError, output: Array.isArray(item.results) ? JSON.stringify(item.results) : null }
    case 'functionCallOutput':
      return { isError, ...readParts(item.output) }
    case 'imageGeneration':
      return { isError: item.failure ? true : isError, output: text(item.savedPath) }
    default:
      return { isError, output: null }
  }
}

/** What a function gave back: text, or parts of the model API's own kinds. */
function readParts(parts: JsonValue | undefined): { output: string | null; extra: Record<string, unknown> } {
  if (typeof parts === 'string') return { output: parts, extra: {} }
  const files: FileReference[] = []
  const lines = objects(parts).map((part) => {
    if (typeof part.text === 'string') return part.text
    const url = text(part.imageUrl) ?? text(part.audioUrl) ?? text(part.image_url)
    if (url === null) return JSON.stringify(part)
    const file = fileAtUrl(url)
    files.push(file)
    return describeFile(file)
  })
  return {
    output: Array.isArray(parts) ? lines.join('\n') : null,
    extra: files.length > 0 ? { files } : {},
  }
}

function qualified(namespace: JsonValue | undefined, name: JsonValue | undefined): string | null {
  const space = text(namespace)
  const word = text(name)
  return space === null || word === null ? word : `${space}__${word}`
}

function snakeCase(word: string | null): string | null {
  return word === null ? null : word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
