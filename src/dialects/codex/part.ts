import type { LineReader } from '../../core/dialect.ts'
import type { JsonObject, NormalizedEvent } from '../../core/events.ts'

/** Reads the part of a line that says what happened: an item, a message, parameters. */
export type PartReader = (part: JsonObject, clip: number, line: JsonObject) => NormalizedEvent[]

/** The reader of lines that reads a part of each; a line without that part says nothing. */
export function ofPart(partOf: (line: JsonObject) => JsonObject | null, read: PartReader): LineReader {
  return (line, clip) => {
    const part = partOf(line)
    return part ? read(part, clip, line) : []
  }
}
