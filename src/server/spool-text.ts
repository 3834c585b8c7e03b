import { open } from 'node:fs/promises'
import { runFiles } from '../recorder/run-folder.ts'
import type { RunRecord } from '../store/store.ts'

/** A stretch of a spool file as text. */
export type SpoolText = { text: string; nextByte: number; hasMore: boolean }

/**
 * What a run wrote to stderr from a byte on, at most about `mostBytes`. Ends between characters, unless the run is over. Empty
 * when the file is not there: for streams that somebody else writes there never was one.
 */
export async function readSpoolText(run: RunRecord, fromByte: number, mostBytes: number): Promise<SpoolText> {
  const nothing = { text: '', nextByte: fromByte, hasMore: false }
  if (run.folder === null) return nothing
  const file = await open(runFiles(run.folder).stderr).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  if (!file) return nothing
  try {
    const buffer = new Uint8Array(Math.max(4, mostBytes))
    const { bytesRead } = await file.read(buffer, 0, buffer.length, fromByte)
    const { size } = await file.stat()
    const isEnd = run.complete && fromByte + bytesRead >= size
    const length = isEnd ? bytesRead : lengthOfWholeCharacters(buffer.subarray(0, bytesRead))
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(buffer.subarray(0, length))
    return { text, nextByte: fromByte + length, hasMore: length > 0 && fromByte + length < size }
  } finally {
    await file.close()
  }
}

/** The length without the beginning of a character whose other bytes are not there yet. */
function lengthOfWholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if ((byte & 0xc0) === 0x80) continue
    const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return size > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}
