import { backgroundEvent, messageEvent, rawJsonEvent, toolResultEvent } from '../../core/build.ts'
import type { FileReference, JsonObject, NormalizedEvent } from '../../core/events.ts'
import { blockTexts, bool, num, numberIn, obj, objects, str, text, unlessEmpty } from '../../core/read.ts'
import { fileOf, readContent } from './content.ts'
import { readTaskResult } from './plan.ts'

/** Bash says its exit code only as the first line of a failing result's text. */
const EXIT_CODE_LINE = /^(?:Error: )?Exit code (\d{1,3})\b/

/**
 * Events of a `user` line: results of tools, and text (never the human's own, unless the CLI replays stdin). `exitCodeLine`
 * finds the exit code in the text of a failing result.
 */
export function readUser(
  line: JsonObject,
  clip: number,
  exitCodeLine: RegExp = EXIT_CODE_LINE,
): NormalizedEvent[] {
  const message = obj(line.message)
  if (!message) return []
  const parent = { parentCallId: text(line.parent_tool_use_id) }
  const said =
    typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content
  const blocks = objects(said)
  const events: NormalizedEvent[] = []
  for (const block of blocks) {
    if (block.type === 'tool_result') events.push(readResult(block, line, clip, parent, exitCodeLine))
  }
  const structured = events.length === 1 ? obj(line.tool_use_result) : null
  const callId = structured ? str(events[0]?.payload.callId) : null
  if (blocks.length > events.length) events.push(...readWords(blocks, line, clip, parent))
  if (structured) events.push(...readTaskResult(structured, parent), ...readBackground(structured, callId))
  return events
}

function readResult(
  block: JsonObject,
  line: JsonObject,
  clip: number,
  parent: { parentCallId: string | null },
  exitCodeLine: RegExp,
): NormalizedEvent {
  // The API defines a missing `is_error` as false.
  const isError = bool(block.is_error) ?? false
  const { output, files } = readContent(block.content)
  const structured = obj(line.tool_use_result)
  return toolResultEvent(text(block.tool_use_id), isError, output, clip, {
    parentCallId: parent.parentCallId,
    exitCode: isError ? numberIn(exitCodeLine, output) : null,
    durationMs: num(structured?.durationMs) ?? num(structured?.totalDurationMs),
    files,
  })
}

function readWords(
  blocks: readonly JsonObject[],
  line: JsonObject,
  clip: number,
  parent: { parentCallId: string | null },
): NormalizedEvent[] {
  const files: FileReference[] = []
  const events: NormalizedEvent[] = []
  for (const block of blocks) {
    if (block.type === 'tool_result') continue
    const file = fileOf(block)
    if (file) files.push(file)
    else if (block.type !== 'text') events.push(rawJsonEvent(block, clip))
  }
  const words = blockTexts(blocks).join('\n')
  if (words === '' && files.length === 0) return events
  const origin = isReplay(line, words) ? 'echo' : 'injected'
  const extra = { ...parent, origin, files: unlessEmpty(files) }
  return [messageEvent('user', words, clip, extra), ...events]
}

/** Local commands are marked as replays too (2.0.77 to 2.1.332), though nobody typed their output. */
function isReplay(line: JsonObject, words: string): boolean {
  return bool(line.isReplay) === true && !words.startsWith('<local-command-')
}

/**
 * Work that a call left running: on 2.0.77 to 2.1.200 only the result of the call says so (2.1.332 also lists it in
 * `background_tasks_changed`).
 */
function readBackground(result: JsonObject | null, callId: string | null): NormalizedEvent[] {
  const shell = text(result?.backgroundTaskId)
  const agent = result?.isAsync === true ? text(result.agentId) : null
  const taskId = shell ?? agent
  if (taskId === null) return []
  const kind = shell === null ? 'local_agent' : 'local_bash'
  return [backgroundEvent({ taskId, kind, description: text(result?.description) }, 'running', callId)]
}
