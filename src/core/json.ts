import type { JsonObject, JsonValue } from './events.ts'
import { obj } from './read.ts'

/** The value of a JSON text; undefined when the text is not JSON. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}

/** The object of a JSON text; null when there is no text, or it is not JSON, or not that of an object. */
export function parseObject(text: unknown): JsonObject | null {
  return typeof text === 'string' ? obj(parseJson(text)) : null
}

/** A value that some print as JSON text: the value of that text, else the value as it came. */
export function unwrapJson(value: JsonValue | undefined): JsonValue | undefined {
  const inner = typeof value === 'string' ? parseJson(value) : undefined
  return inner === undefined ? value : inner
}
