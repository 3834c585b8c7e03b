import { toolCallEvent, toolResultEvent } from '../../core/build.ts'
import type { FileReference, JsonObject, JsonValue, NormalizedEvent } from '../../core/events.ts'
import { describeFile, inlineFile } from '../../core/inline-file.ts'
import { num, numberIn, obj, objects, str, text, unlessEmpty } from '../../core/read.ts'

/** How a command that failed begins its output; there is no other place for its exit code (3.0.65). */
const EXIT_CODE = /^\[Command exited with code (\d{1,3})\]/

/** `content_start` of a tool. */
export function readCall(line: JsonObject, clip: number): NormalizedEvent[] {
  const event = obj(line.event)
  return [toolCallEvent(text(event?.toolCallId), text(event?.toolName), event?.input, clip)]
}

/** `content_end` of a tool. It failed when any of its parts did; where none says so, nobody knows. */
export function readCallEnd(line: JsonObject, clip: number): NormalizedEvent[] {
  const event = obj(line.event)
  const parts = Array.isArray(event?.output) ? objects(event.output) : [obj(event?.output) ?? {}]
  const files: FileReference[] = []
  const said = parts.map((part) => readPart(part, files)).filter((part) => part !== null)
  const failed = event?.error !== undefined || parts.some((part) => part.success === false || 'error' in part)
  const isKnown = failed || parts.some((part) => part.success === true)
  return [
    toolResultEvent(
      text(event?.toolCallId),
      isKnown ? failed : null,
      said.length === 0 ? null : said.join('\n'),
      clip,
      {
        exitCode: parts.length === 1 ? numberIn(EXIT_CODE, said[0] ?? null) : null,
        durationMs: num(event?.durationMs),
        files: unlessEmpty(files),
      },
    ),
  ]
}

function readPart(part: JsonObject, files: FileReference[]): string | null {
  const said = text(part.result) ?? text(part.error) ?? text(part.text)
  if (said !== null) return said
  if (!Array.isArray(part.content)) return str(part.result)
  return part.content.map((block) => readBlock(block, files)).join('\n')
}

function readBlock(value: JsonValue, files: FileReference[]): string {
  const block = obj(value)
  if (typeof block?.text === 'string') return block.text
  const file = block && inlineFile(block.data, text(block.mimeType))
  if (!file) return JSON.stringify(value)
  files.push(file)
  return describeFile(file)
}
