import { createHash } from 'node:crypto'
import { ATTACHMENT_MARK, attachmentMarker } from '../store/attachment-text.ts'
import type { NewAttachment } from '../store/store.ts'

/** A line as it is stored and parsed, and the files that were taken out of it, in their order. */
export type LineWithoutFiles = { stored: string; attachments: NewAttachment[] }

/** Longer base64 texts are taken out of a line, in characters. */
const MIN_BASE64_LENGTH = 4096

/**
 * Known keys of inline files. In valid JSON an unescaped quote, word, quote, colon, quote is always a key and the
 * start of its string, so no parser is needed to find one; some writers put a space after the colon.
 */
const FILE_KEY = /(?<!\\)"(?:data|base64|blob)": ?"/g

/**
 * Takes inline base64 out of the text of a JSON line: each such string becomes
 * `{"$attachment":"sha256-<hex>","bytes":<size>}`. A string that base64 would not write the same way again stays, and
 * so does everything in a line that speaks of attachments itself: the store's `restoreAttachments` always gives the line back.
 */
export function takeAttachments(line: string): LineWithoutFiles {
  const attachments: NewAttachment[] = []
  if (line.length < MIN_BASE64_LENGTH || line.includes(ATTACHMENT_MARK)) return { stored: line, attachments }
  const parts: string[] = []
  let copied = 0
  FILE_KEY.lastIndex = 0
  for (let key = FILE_KEY.exec(line); key !== null; key = FILE_KEY.exec(line)) {
    const start = FILE_KEY.lastIndex
    const end = line.indexOf('"', start)
    if (end === -1) break
    FILE_KEY.lastIndex = end
    const bytes = decodeExactly(line, start, end)
    if (!bytes) continue
    const id = attachmentId(bytes)
    const mediaType = statedMediaType(line, key.index, end) ?? sniffMediaType(bytes)
    attachments.push({ id, mediaType, bytes })
    parts.push(line.slice(copied, start - 1), attachmentMarker(id, bytes.length))
    copied = end + 1
  }
  if (attachments.length === 0) return { stored: line, attachments }
  return { stored: parts.join('') + line.slice(copied), attachments }
}

function decodeExactly(line: string, start: number, end: number): Buffer | null {
  const length = end - start
  if (length <= MIN_BASE64_LENGTH || length % 4 !== 0) return null
  const text = line.slice(start, end)
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : null
}

/** How far from the data a media type may stand, in characters. */
const NEIGHBOURHOOD = 200
const MEDIA_TYPE = /"(?:media_type|mediaType|mimeType|mime_type|type)": ?"([\w.+-]+\/[\w.+-]+)"/g

/** The nearest media type that the line states: the last one before the data, else the first one after. */
function statedMediaType(line: string, start: number, end: number): string | null {
  const before = [...line.slice(Math.max(0, start - NEIGHBOURHOOD), start).matchAll(MEDIA_TYPE)].at(-1)
  const after =
    before ??
    line
      .slice(end, end + NEIGHBOURHOOD)
      .matchAll(MEDIA_TYPE)
      .next().value
  return after?.[1] ?? null
}

/** The id of a file: the hash of what it holds. */
export function attachmentId(bytes: Uint8Array): string {
  return `sha256-${createHash('sha256').update(bytes).digest('hex')}`
}

/** The media type of a picture or a PDF, by what it begins with; null for anything else. */
export function sniffMediaType(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif'
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'image/webp'
  return head.startsWith('%PDF-') ? 'application/pdf' : null
}
