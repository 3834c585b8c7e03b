import { type FileHandle, open, stat } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

const READ_BYTES = 256 * 1024
const POLL_MS = 200

/** What a followed file gives next: bytes, or word that it was begun anew (rotated, truncated). */
export type TailPart = Uint8Array | 'anew'

/**
 * The bytes of a file that another program writes, from its beginning on and as they come, until the signal. A file that is
 * not there yet is waited for; one that is replaced or cut short is read from its new beginning, after the rest of the old.
 */
export async function* tailFile(path: string, signal: AbortSignal): AsyncGenerator<TailPart> {
  let file: FileHandle | null = null
  let position = 0
  try {
    while (!signal.aborted) {
      file ??= await openIfThere(path)
      if (file) {
        const { size, ino } = await file.stat()
        if (size < position) {
          position = 0
          yield 'anew'
        }
        for await (const bytes of readFrom(file, position)) {
          position += bytes.length
          yield bytes
        }
        const there = await stat(path).catch(() => null)
        if (there && there.ino !== ino) {
          await file.close()
          file = null
          position = 0
          yield 'anew'
          continue
        }
      }
      await delay(POLL_MS, undefined, { signal }).catch(() => undefined)
    }
    // What was written just before the end belongs to it.
    if (file) yield* readFrom(file, position)
  } finally {
    await file?.close()
  }
}

async function* readFrom(file: FileHandle, from: number): AsyncGenerator<Uint8Array> {
  for (let position = from; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(READ_BYTES), 0, READ_BYTES, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
