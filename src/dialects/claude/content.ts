import type { FileReference, JsonObject, JsonValue } from '../../core/events.ts'
import { describeFile, inlineFile } from '../../core/inline-file.ts'
import { num, obj, objects, str, text, unlessEmpty } from '../../core/read.ts'

/** Readable text of a tool's content, the files in it and, where stated, an exit code. */
export type ReadContent = { output: string | null; files: FileReference[] | null; exitCode: number | null }

/** Reads a result's `content`: a string, an array of blocks, or the object of a server-side tool. */
export function readContent(content: JsonValue | undefined): ReadContent {
  if (typeof content === 'string') return { output: content, files: null, exitCode: null }
  const single = obj(content)
  const blocks = single ? [single] : objects(content)
  const files: FileReference[] = []
  const parts = blocks.map((block) => readPart(block, files))
  return {
    output: content === undefined || content === null ? null : parts.join('\n'),
    files: unlessEmpty(files),
    exitCode: num(single?.return_code),
  }
}

/** The file in an image or document block, null when it holds no inline or taken-out data. */
export function fileOf(block: JsonObject): FileReference | null {
  const source = obj(block.source)
  return source && inlineFile(source.data, text(source.media_type), text(block.title))
}

function readPart(block: JsonObject, files: FileReference[]): string {
  if (typeof block.text === 'string') return block.text
  const file = fileOf(block)
  if (file) {
    files.push(file)
    return describeFile(file)
  }
  if (typeof block.tool_name === 'string') return block.tool_name
  if (typeof block.error_code === 'string') return block.error_code
  if (typeof block.stdout === 'string') return [block.stdout, str(block.stderr)].filter(Boolean).join('\n')
  if (typeof block.url === 'string') return [str(block.title), block.url].filter(Boolean).join('\n')
  return JSON.stringify(block)
}
