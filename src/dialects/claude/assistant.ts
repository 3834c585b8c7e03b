import {
  messageEvent,
  planEvents,
  rawJsonEvent,
  thinkingEvent,
  toolCallEvent,
  toolResultEvent,
} from '../../core/build.ts'
import type { JsonObject, NormalizedEvent } from '../../core/events.ts'
import { unwrapJson } from '../../core/json.ts'
import { bool, obj, objects, str, text } from '../../core/read.ts'
import { mcpToolName } from '../../core/tool-kind.ts'
import { readContent } from './content.ts'
import { readTaskChange } from './plan.ts'
import { readCallUsage } from './usage.ts'

/** The CLI's error texts on versions that do not flag them (1.0.x). */
const UNFLAGGED_ERROR = /^API Error\b/

type Parent = { parentCallId: string | null }

/** Where the programs that print lines of this shape differ. */
export type AssistantTraits = {
  /** Whether a text is an API error that the program shows. */
  isError(line: JsonObject, said: string): boolean
  /** The plan that a call writes. */
  readPlan(block: JsonObject, parent: Parent): NormalizedEvent[]
  readUsage(line: JsonObject, message: JsonObject, parent: Parent): NormalizedEvent[]
}

const CLAUDE: AssistantTraits = { isError, readPlan, readUsage: readCallUsage }

/** Events of an `assistant` line: its blocks in order, then plan and usage. */
export function readAssistant(
  line: JsonObject,
  clip: number,
  traits: AssistantTraits = CLAUDE,
): NormalizedEvent[] {
  const message = obj(line.message)
  if (!message) return []
  const parent = { parentCallId: text(line.parent_tool_use_id) }
  const blocks =
    typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : objects(message.content)
  const events: NormalizedEvent[] = []
  for (const block of blocks) {
    const event = readBlock(block, line, clip, parent, traits)
    if (event) events.push(event)
  }
  for (const block of blocks) {
    if (block.type === 'tool_use') events.push(...traits.readPlan(block, parent))
  }
  events.push(...traits.readUsage(line, message, parent))
  return events
}

function readBlock(
  block: JsonObject,
  line: JsonObject,
  clip: number,
  parent: Parent,
  traits: AssistantTraits,
): NormalizedEvent | null {
  switch (block.type) {
    case 'text':
      return readText(block, line, clip, parent, traits)
    case 'thinking':
      return thinkingEvent(str(block.thinking) ?? '', clip, parent)
    case 'redacted_thinking':
      return thinkingEvent('', clip, parent)
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      // 2.0.77 prints the input of a server-side tool as JSON text inside a string.
      return toolCallEvent(text(block.id), nameOf(block), unwrapJson(block.input), clip, parent)
    default:
      return isServerResult(block) ? readServerResult(block, clip, parent) : rawJsonEvent(block, clip)
  }
}

function readText(
  block: JsonObject,
  line: JsonObject,
  clip: number,
  parent: Parent,
  traits: AssistantTraits,
): NormalizedEvent | null {
  const said = str(block.text) ?? ''
  if (said === '') return null
  return messageEvent('assistant', said, clip, {
    parentCallId: parent.parentCallId,
    error: traits.isError(line, said) ? true : null,
  })
}

function isError(line: JsonObject, said: string): boolean {
  return (
    text(line.error) !== null ||
    bool(line.is_api_error_message) === true ||
    (obj(line.message)?.model === '<synthetic>' && UNFLAGGED_ERROR.test(said))
  )
}

function nameOf(block: JsonObject): string | null {
  const name = text(block.name)
  return mcpToolName(text(block.server_name), name) ?? name
}

/** Results of tools that the API itself ran come in assistant lines. */
function isServerResult(block: JsonObject): boolean {
  return typeof block.type === 'string' && block.type.endsWith('_tool_result')
}

function readServerResult(block: JsonObject, clip: number, parent: Parent): NormalizedEvent {
  const inner = obj(block.content)
  const failed = bool(block.is_error) ?? (typeof inner?.type === 'string' && inner.type.endsWith('_error'))
  const { output, files, exitCode } = readContent(block.content)
  return toolResultEvent(text(block.tool_use_id), failed, output, clip, { ...parent, exitCode, files })
}

function readPlan(block: JsonObject, parent: Parent): NormalizedEvent[] {
  const input = obj(block.input)
  if (block.name === 'TaskUpdate') return readTaskChange(input, parent)
  return block.name === 'TodoWrite' ? planEvents(input?.todos, 'content', parent) : []
}
