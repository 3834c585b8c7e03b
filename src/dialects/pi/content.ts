import { decodedSize } from '../../core/base64.ts'
import { describeFile } from '../../core/build.ts'
import type { FileReference, JsonObject, JsonValue } from '../../core/events.ts'
import { count, obj, objects, str, text } from '../../core/read.ts'

/** Readable text of a content, and the files in it. */
export type ReadContent = { text: string | null; files: FileReference[] | null }

/** Reads the content of a tool's result or of a user's message: a string, or blocks of text and images. */
export function readContent(
  content: JsonValue | undefined,
  { namesFiles }: { namesFiles: boolean },
): ReadContent {
  if (typeof content === 'string') return { text: content, files: null }
  if (!Array.isArray(content)) return { text: null, files: null }
  const files: FileReference[] = []
  const parts = objects(content).flatMap((block) => {
    if (typeof block.text === 'string') return [block.text]
    const file = fileOf(block)
    if (!file) return [JSON.stringify(block)]
    files.push(file)
    return namesFiles ? [describeFile(file)] : []
  })
  return { text: parts.join('\n'), files: files.length > 0 ? files : null }
}

/** The image in a block; null when it holds no inline or taken-out data. */
function fileOf(block: JsonObject): FileReference | null {
  const taken = obj(block.data)
  const inline = str(block.data)
  if (!taken && inline === null) return null
  return {
    id: text(taken?.$attachment),
    mediaType: text(block.mimeType),
    name: null,
    bytes: taken ? count(taken.bytes) : decodedSize(inline ?? ''),
  }
}
