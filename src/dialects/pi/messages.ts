import { messageEvent, rawJsonEvent, thinkingEvent } from '../../core/build.ts'
import type { JsonObject, NormalizedEvent } from '../../core/events.ts'
import { blockTexts, obj, objects, str, text } from '../../core/read.ts'
import { readContent } from './content.ts'
import { isCounted, readMessageUsage } from './usage.ts'

/** The kinds of `message_end`, by the message's role and what it holds. */
export function messageKindOf(line: JsonObject): string {
  const message = obj(line.message)
  const role = str(message?.role)
  if (message === null || role === null) return 'message_end'
  if (role === 'assistant') return answerKindOf(message)
  if (role === 'system') return declaresTools(message) ? 'message_end/system' : 'message_end/system/change'
  return `message_end/${role}`
}

/** `message_end` of the assistant: thinking and text in order, then usage. Calls are told by `tool_execution_start`. */
export function readAssistant(line: JsonObject, clip: number): NormalizedEvent[] {
  const message = obj(line.message)
  if (!message) return []
  return [
    ...objects(message.content).flatMap((block) => readBlock(block, clip)),
    ...readMessageUsage(message),
  ]
}

/** `message_end` of the human, whose words pi repeats. */
export function readUser(line: JsonObject, clip: number): NormalizedEvent[] {
  return readWords(line, clip, 'echo')
}

/** `message_end` of an extension: the model reads it as the user's words. */
export function readCustom(line: JsonObject, clip: number): NormalizedEvent[] {
  return readWords(line, clip, 'injected')
}

/** The last words of an assistant message, null when it has none. */
export function wordsOf(message: JsonObject | null): string | null {
  const texts = blockTexts(message?.content)
  return texts.length === 0 ? null : texts.join('\n')
}

function readWords(line: JsonObject, clip: number, origin: 'echo' | 'injected'): NormalizedEvent[] {
  const { text: words, files } = readContent(obj(line.message)?.content, { namesFiles: false })
  return words === null && files === null ? [] : [messageEvent('user', words ?? '', clip, { origin, files })]
}

function readBlock(block: JsonObject, clip: number): NormalizedEvent[] {
  switch (block.type) {
    case 'text':
      return isSilent(block) ? [] : [messageEvent('assistant', str(block.text) ?? '', clip)]
    case 'thinking':
      return [thinkingEvent(str(block.thinking) ?? '', clip)]
    case 'toolCall':
      return []
    default:
      return [rawJsonEvent(block, clip)]
  }
}

/** Whether an assistant message says anything that no other line says. */
function answerKindOf(message: JsonObject): string {
  const blocks = objects(message.content)
  if (blocks.some((block) => !isSilent(block)) || isCounted(message)) return 'message_end/assistant'
  const hasCalls = blocks.some((block) => block.type === 'toolCall')
  return hasCalls ? 'message_end/assistant/calls' : 'message_end/assistant/failed'
}

function isSilent(block: JsonObject): boolean {
  return block.type === 'toolCall' || (block.type === 'text' && !text(block.text))
}

/** The leading system message declares every tool; later ones change prompt and tools, and name no first section. */
function declaresTools(message: JsonObject): boolean {
  return (
    Array.isArray(message.toolsAdded) &&
    !('toolsRemoved' in message) &&
    'preamble' in (obj(message.sections) ?? {})
  )
}
