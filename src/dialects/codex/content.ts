import { describeFile } from '../../core/build.ts'
import type { FileReference, JsonObject } from '../../core/events.ts'
import { num, obj, objects, str, text } from '../../core/read.ts'

/** Readable text of a tool's answer and the files in it. */
export type ReadContent = { output: string | null; files: FileReference[] | null }

/** Reads what an MCP server answered: its text, else the structured copy (all there is in some answers of 0.130). */
export function readMcpResult(result: JsonObject | null): ReadContent {
  const files: FileReference[] = []
  const parts = objects(result?.content).map((block) => readPart(block, files))
  const structured = result?.structured_content ?? result?.structuredContent ?? null
  const output = parts.length > 0 ? parts.join('\n') : structured === null ? null : JSON.stringify(structured)
  return { output: output ?? (result ? '' : null), files: files.length > 0 ? files : null }
}

/** The file that a `data:` address holds, or the one that another address names. */
export function fileAtUrl(url: string): FileReference {
  const inline = /^data:([^;,]*)(;base64)?,/.exec(url)
  if (!inline) return { id: null, mediaType: null, name: lastPart(url), bytes: null }
  const bytes = inline[2] ? decodedSize(url.slice(inline[0].length)) : null
  return { id: null, mediaType: inline[1] || null, name: null, bytes }
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
  const data = block.data ?? block.blob
  const taken = obj(data)
  const inline = str(data)
  if (!taken && inline === null) return null
  const uri = text(block.uri)
  return {
    id: text(taken?.$attachment),
    mediaType: text(block.mimeType),
    name: uri === null ? null : lastPart(uri),
    bytes: taken ? num(taken.bytes) : decodedSize(inline ?? ''),
  }
}

/** Bytes that a base64 text stands for. */
function decodedSize(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  return Math.max(0, Math.floor(base64.length / 4) * 3 - padding)
}
