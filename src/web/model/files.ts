import type { FileReference } from '../../core/events.ts'
import { num, objects, text } from '../../core/read.ts'

/** The files of a payload; entries of other shapes are left out. */
export function filesOf(value: unknown): FileReference[] {
  return objects(value).map((file) => ({
    id: text(file.id),
    mediaType: text(file.mediaType),
    name: text(file.name),
    bytes: num(file.bytes),
  }))
}
