import type { FileReference, JsonValue } from './events.ts'
import { count, obj, str, text } from './read.ts'

/**
 * A file whose bytes stand in a line as base64, or were taken out of it by the recorder; null when `data` is neither. Media
 * type and name are what the line says of them.
 */
export function inlineFile(
  data: JsonValue | undefined,
  mediaType: string | null,
  name: string | null = null,
): FileReference | null {
  const taken = obj(data)
  const inline = str(data)
  if (!taken && inline === null) return null
  const bytes = taken ? count(taken.bytes) : decodedSize(inline ?? '')
  return { id: text(taken?.$attachment), mediaType, name, bytes }
}

/** The file in a `data:` address; null for any other address. Its size is null where it is not base64. */
export function fileInUrl(url: string): FileReference | null {
  const head = /^data:([^;,]*)(;base64)?,/.exec(url)
  if (!head) return null
  const bytes = head[2] ? decodedSize(url.slice(head[0].length)) : null
  return { id: null, mediaType: head[1] || null, name: null, bytes }
}

/** How a reader names a file inside text: `[image/png, 2.2 KB]`. */
export function describeFile(file: FileReference): string {
  const size = file.bytes === null ? '' : `, ${readableSize(file.bytes)}`
  return `[${file.name ?? file.mediaType ?? 'file'}${size}]`
}

function readableSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** Bytes that a base64 text stands for. */
function decodedSize(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  return Math.max(0, Math.floor(base64.length / 4) * 3 - padding)
}
