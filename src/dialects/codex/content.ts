import type { FileReference, JsonObject } from '../../core/events.ts'
import { describeFile, fileInUrl, inlineFile } from '../../core/inline-file.ts'
import { obj, objects, text, unlessEmpty } from '../../core/read.ts'

/** Readable text of a tool's answer and the files in it. */
export type ReadContent = { output: string | null; files: FileReference[] | null }

/** Reads what an MCP server answered: its text, else the structured copy (all there is in some answers of 0.130). */
export function readMcpResult(result: JsonObject | null): ReadContent {
  const files: FileReference[] = []
  const parts = objects(result?.content).map((block) => readPart(block, files))
  const structured = result?.structured_content ?? result?.structuredContent ?? null
  const output = parts.length > 0 ? parts.join('\n') : structured === null ? null : JSON.stringify(structured)
  return { output: output ?? (result ? '' : null), files: unlessEmpty(files) }
}

/** The file that a `data:` address holds, or the one that another address names. */
export function fileAtUrl(url: string): FileReference {
  return fileInUrl(url) ?? { id: null, mediaType: null, name: lastPart(url), bytes: null }
}

/** The last part of a path, by which a reader knows a file. */
export function lastPart(path: string): string | null {
  return text(path.slice(path.lastIndexOf('/') + 1, 4_096))
}

function readPart(block: JsonObject, files: FileReference[]): string {
  if (typeof block.text === 'string') return block.text
  const resource = obj(block.resource)
  if (typeof resource?.text === 'string') return resource.text
  const file = fileOf(resource ?? block)
  if (!file) return JSON.stringify(block)
  files.push(file)
  return describeFile(file)
}

/** The file in a block of an image, a sound or a resource; null when it holds no inline or taken-out data. */
function fileOf(block: JsonObject): FileReference | null {
  const uri = text(block.uri)
  return inlineFile(block.data ?? block.blob, text(block.mimeType), uri === null ? null : lastPart(uri))
}
