import type { UserFile } from '../api/types.ts'

/** Larger files are refused here, before a minute is spent on sending them. */
export const MAX_FILE_BYTES: number = 32 * 1024 * 1024

/** Files of a person as they are sent. Rejects with an `Error` that names a file that is too large. */
export async function readFiles(files: readonly File[]): Promise<UserFile[]> {
  const tooLarge = files.find(({ size }) => size > MAX_FILE_BYTES)
  if (tooLarge) throw new Error(`${tooLarge.name} is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB.`)
  return await Promise.all(
    files.map(async (file) => ({
      name: file.name,
      mediaType: file.type || null,
      base64: await toBase64(file),
    })),
  )
}

function toBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onerror = () => reject(new Error(`${file.name} could not be read.`))
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.readAsDataURL(file)
  })
}
