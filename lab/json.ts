/** A value of JSON that is an object. */
export type Json = Record<string, unknown>

/** The value as an object; an empty one when it is none. */
export function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

/** The value as a list; an empty one when it is none. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** The text of a message's content: a string, or a list of parts with `text`. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return listOf(content)
    .map((part) => (typeof part === 'string' ? part : String(objectOf(part).text ?? '')))
    .join('\n')
}

/** A JSON text as a value; null when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
