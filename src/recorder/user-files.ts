import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { InlineImage } from '../core/dialect.ts'
import type { FileReference } from '../core/events.ts'
import type { NewAttachment } from '../store/store.ts'
import { attachmentId, sniffMediaType } from './attachments.ts'
import { writeErrorOf } from './errors.ts'

/** A file that goes with a person's words. */
export type UserFile = {
  name: string
  /** Null where the person's program did not say; what the bytes begin with counts more. */
  mediaType: string | null
  bytes: Uint8Array
}

/** Such a file in the folder of its run. */
export type KeptFile = FileReference & { id: string; name: string; path: string }

const INLINE_TYPES: ReadonlySet<string | null> = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
])
/** Larger pictures are handed over by their path: models refuse them (Anthropic's limit is 5 MB). */
const MAX_INLINE_BYTES = 5_000_000
const MAX_NAME_LENGTH = 100

/** Where a run keeps its person's files, and what is said of them. */
export function placeUserFiles(folder: string, files: readonly UserFile[]): KeptFile[] {
  return files.map(({ name, mediaType, bytes }) => {
    const id = attachmentId(bytes)
    const safeName =
      basename(name)
        .replace(/[^\w.-]/g, '_')
        .replace(/^\.+/, '_')
        .slice(-MAX_NAME_LENGTH) || 'file'
    return {
      id,
      mediaType: sniffMediaType(bytes) ?? mediaType,
      name: basename(name),
      bytes: bytes.length,
      path: join(folder, 'files', `${id.slice(-12)}-${safeName}`),
    }
  })
}

/**
 * Writes files to their places, readable by nobody else; one that is there already is the same. Throws a `RecorderError`
 * where that fails.
 */
export function keepUserFiles(folder: string, files: readonly UserFile[], places: readonly KeptFile[]): void {
  if (files.length === 0) return
  const parent = join(folder, 'files')
  try {
    mkdirSync(parent, { recursive: true })
    chmodSync(parent, 0o700)
    for (const [index, { bytes }] of files.entries()) {
      const path = places[index]?.path
      if (path !== undefined && !existsSync(path)) writeWhole(path, bytes)
    }
  } catch (error) {
    throw writeErrorOf(error, folder)
  }
}

/** Half a file, left by a full disk, would be taken for all of it the next time. */
function writeWhole(path: string, bytes: Uint8Array): void {
  try {
    writeFileSync(path, bytes, { mode: 0o600 })
    chmodSync(path, 0o600)
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  }
}

/** What a harness is told: pictures inline where its protocol takes them, the path of everything else under the words. */
export function wordsWithFiles(
  words: string,
  files: readonly KeptFile[],
  takesImages: boolean,
): { text: string; images: InlineImage[] } {
  const isInline = ({ mediaType, bytes }: KeptFile) =>
    takesImages && INLINE_TYPES.has(mediaType) && (bytes ?? 0) <= MAX_INLINE_BYTES
  const paths = files.filter((file) => !isInline(file)).map(({ path }) => `- ${path}`)
  const images = files.filter(isInline).map(({ mediaType, path }) => ({
    mediaType: mediaType ?? '',
    base64: readFileSync(path).toString('base64'),
  }))
  const text = paths.length === 0 ? words : `${words.trimEnd()}\n\nAttached files:\n${paths.join('\n')}\n`
  return { text, images }
}

/** A kept file as the store takes it; null when it was removed since. */
export function attachmentOf({ id, mediaType, path }: KeptFile): NewAttachment | null {
  return existsSync(path) ? { id, mediaType, bytes: readFileSync(path) } : null
}
