/** What stands in a stored line in place of inline base64: a JSON object that dialects read like the data itself. */
export function attachmentMarker(id: string, bytes: number): string {
  return `{"$attachment":"${id}","bytes":${bytes}}`
}
