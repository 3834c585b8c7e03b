import { messageEvent, noticeEvent, thinkingEvent } from '../../core/build.ts'
import { type KindRule, type LineReader, mapped, notice, redundant } from '../../core/dialect.ts'
import type { FileReference, JsonObject, JsonValue, NormalizedEvent } from '../../core/events.ts'
import { obj, objects, str, strings, text, unlessEmpty } from '../../core/read.ts'
import { endServerCall, startServerCall } from './app-server-calls.ts'
import { fileAtUrl, lastPart } from './content.ts'
import { ofPart, type PartReader } from './part.ts'
import { readAgentActivity } from './subagent.ts'

const TOLD_WHEN_COMPLETED = redundant('the completed item repeats it and holds the whole')

/** Items of the app-server, each as it starts and as it is complete. */
export const itemKinds: Readonly<Record<string, KindRule>> = {
  'item/completed/userMessage': mapped(ofItem(readUserMessage)),
  'item/completed/hookPrompt': mapped(ofItem(readHookPrompt)),
  'item/completed/agentMessage': mapped(ofItem(readText)),
  'item/completed/plan': mapped(ofItem(readText)),
  'item/completed/reasoning': mapped(ofItem(readReasoning)),
  'item/completed/subAgentActivity': mapped(ofItem(readAgentActivity)),
  'item/completed/contextCompaction': notice(
    ofItem((_item, clip, line) => noticeEvent(line, clip, 'compaction', 'Context compacted')),
  ),
  'item/completed/enteredReviewMode': notice(ofItem(readReview)),
  'item/completed/exitedReviewMode': notice(ofItem(readReview)),

  'item/started/commandExecution': mapped(ofItem(startServerCall)),
  'item/completed/commandExecution': mapped(ofItem(endServerCall)),
  'item/started/fileChange': mapped(ofItem(startServerCall)),
  'item/completed/fileChange': mapped(ofItem(endServerCall)),
  'item/started/mcpToolCall': mapped(ofItem(startServerCall)),
  'item/completed/mcpToolCall': mapped(ofItem(endServerCall)),
  'item/started/dynamicToolCall': mapped(ofItem(startServerCall)),
  'item/completed/dynamicToolCall': mapped(ofItem(endServerCall)),
  'item/started/collabAgentToolCall': mapped(ofItem(startServerCall)),
  'item/completed/collabAgentToolCall': mapped(ofItem(endServerCall)),
  'item/started/webSearch': mapped(ofItem(startServerCall)),
  'item/completed/webSearch': mapped(ofItem(endServerCall)),
  'item/started/imageView': mapped(ofItem(startServerCall)),
  'item/completed/imageView': mapped(ofItem(endServerCall)),
  'item/started/imageGeneration': mapped(ofItem(startServerCall)),
  'item/completed/imageGeneration': mapped(ofItem(endServerCall)),
  'item/started/sleep': mapped(ofItem(startServerCall)),
  'item/completed/sleep': mapped(ofItem(endServerCall)),
  'item/started/functionCallOutput': mapped(ofItem(startServerCall)),
  'item/completed/functionCallOutput': mapped(ofItem(endServerCall)),

  'item/started/userMessage': TOLD_WHEN_COMPLETED,
  'item/started/hookPrompt': TOLD_WHEN_COMPLETED,
  'item/started/agentMessage': TOLD_WHEN_COMPLETED,
  'item/started/plan': TOLD_WHEN_COMPLETED,
  'item/started/reasoning': TOLD_WHEN_COMPLETED,
  'item/started/subAgentActivity': TOLD_WHEN_COMPLETED,
  'item/started/contextCompaction': TOLD_WHEN_COMPLETED,
  'item/started/enteredReviewMode': TOLD_WHEN_COMPLETED,
  'item/started/exitedReviewMode': TOLD_WHEN_COMPLETED,
}

function ofItem(read: PartReader): LineReader {
  return ofPart((line) => obj(obj(line.params)?.item), read)
}

/** What the client sent: the human's words, repeated, with what was attached to them. */
function readUserMessage(item: JsonObject, clip: number): NormalizedEvent[] {
  const files: FileReference[] = []
  const parts = objects(item.content).flatMap((part) => readInput(part, files))
  const extra = { origin: 'echo', files: unlessEmpty(files) }
  return [messageEvent('user', parts.join('\n'), clip, extra)]
}

function readInput(part: JsonObject, files: FileReference[]): string[] {
  if (typeof part.text === 'string') return [part.text]
  const path = text(part.path)
  const url = text(part.url)
  if (part.type === 'skill' || part.type === 'mention') return [`[${text(part.name) ?? path ?? part.type}]`]
  if (url !== null) files.push(fileAtUrl(url))
  else
    files.push({
      id: null,
      mediaType: null,
      name: path === null ? text(part.fileId) : lastPart(path),
      bytes: null,
    })
  return []
}

/** Words that a hook put before the model. */
function readHookPrompt(item: JsonObject, clip: number): NormalizedEvent[] {
  const words = objects(item.fragments).flatMap((fragment) => str(fragment.text) ?? [])
  return [messageEvent('user', words.join('\n'), clip, { origin: 'injected' })]
}

function readText(item: JsonObject, clip: number): NormalizedEvent[] {
  const said = str(item.text)
  return said === null ? [] : [messageEvent('assistant', said, clip)]
}

/** The parts of the summary joined as exec joins them, else the reasoning itself. */
function readReasoning(item: JsonObject, clip: number): NormalizedEvent[] {
  const summary = linesOf(item.summary)
  return [thinkingEvent(summary === '' ? linesOf(item.content) : summary, clip)]
}

function linesOf(parts: JsonValue | undefined): string {
  return strings(parts).join('\n')
}

function readReview(item: JsonObject, clip: number, line: JsonObject): NormalizedEvent[] {
  const what = item.type === 'enteredReviewMode' ? 'Review begins' : 'Review ends'
  const review = text(item.review)
  return noticeEvent(line, clip, 'info', review === null ? what : `${what}: ${review}`)
}
