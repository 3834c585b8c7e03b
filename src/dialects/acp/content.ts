import type { FileReference, JsonObject, JsonValue } from '../../core/events.ts'
import { describeFile, inlineFile } from '../../core/inline-file.ts'
import { obj, objects, str, text } from '../../core/read.ts'

/** Readable text of content and the files in it; `isKnown` is false for a block of a type that nobody listed. */
export type ReadContent = { said: string; files: FileReference[]; isKnown: boolean }

/** Reads one block: text, a picture or sound, a resource. */
export function readBlock(block: JsonObject | null): ReadContent {
  switch (block?.type) {
    case 'text':
      return { said: str(block.text) ?? '', files: [], isKnown: typeof block.text === 'string' }
    case 'image':
    case 'audio':
      return readMedia(inlineFile(block.data, text(block.mimeType), text(block.uri)))
    case 'resource_link':
      return { said: text(block.uri) ?? '', files: [], isKnown: true }
    case 'resource':
      return { said: str(obj(block.resource)?.text) ?? '', files: [], isKnown: true }
    default:
      return { said: '', files: [], isKnown: false }
  }
}

/** The text of a call's content, a line each; a diff is named by its file. */
export function readCallContent(content: JsonValue | undefined): {
  said: string | null
  files: FileReference[]
} {
  const files: FileReference[] = []
  const parts = objects(content).flatMap((part) => {
    if (part.type === 'diff') return text(part.path) ?? []
    if (part.type !== 'content') return []
    const block = readBlock(obj(part.content))
    files.push(...block.files)
    return block.files.length > 0 ? block.files.map(describeFile) : block.said
  })
  return { said: parts.length === 0 ? null : parts.join('\n'), files }
}

/** The diffs in a call's content, as a reader of edits takes them; null when there are none. */
export function readDiffs(content: JsonValue | undefined): JsonValue | null {
  const changes = objects(content).flatMap(({ type, path, oldText, newText }) =>
    type === 'diff' ? [{ path: path ?? null, oldText: oldText ?? null, newText: newText ?? null }] : [],
  )
  return changes.length === 0 ? null : { changes }
}

function readMedia(file: FileReference | null): ReadContent {
  return { said: '', files: file ? [file] : [], isKnown: file !== null }
}
