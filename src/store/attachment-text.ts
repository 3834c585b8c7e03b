/** The key by which a stored line speaks of a file that was taken out of it. */
export const ATTACHMENT_MARK = '"$attachment"'

/** What stands in a stored line in place of inline base64: a JSON object that dialects read like the data itself. */
export function attachmentMarker(id: string, bytes: number): string {
  return `{${ATTACHMENT_MARK}:"${id}","bytes":${bytes}}`
}

/**
 * The line as it was printed. `ids` are those of the recorder's `takeAttachments`, in order; `getBytes` gives a file's content, or
 * null where it is gone: its place then stays as it is.
 */
export function restoreAttachments(
  stored: string,
  ids: readonly string[],
  getBytes: (id: string) => Uint8Array | null,
): string {
  const parts: string[] = []
  let copied = 0
  for (const id of ids) {
    const start = stored.indexOf(`{${ATTACHMENT_MARK}:"${id}","bytes":`, copied)
    if (start === -1) continue
    const end = stored.indexOf('}', start) + 1
    const bytes = getBytes(id)
    if (!bytes) continue
    const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
    parts.push(stored.slice(copied, start), '"', base64, '"')
    copied = end
  }
  return parts.join('') + stored.slice(copied)
}
