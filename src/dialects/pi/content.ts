import type { FileReference, JsonValue } from '../../core/events.ts'
import { describeFile, inlineFile } from '../../core/inline-file.ts'
import { objects, text, unlessEmpty } from '../../core/read.ts'

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
    const file = inlineFile(block.data, text(block.mimeType))
    if (!file) return [JSON.stringify(block)]
    files.push(file)
    return namesFiles ? [describeFile(file)] : []
  })
  return { text: parts.join('\n'), files: unlessEmpty(files) }
}
