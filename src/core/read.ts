import type { JsonObject, JsonValue } from './events.ts'

/** The value when it is a string, else null. */
export function str(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** The value when it is a string with something in it, else null. */
export function text(value: unknown): string | null {
  return typeof value === 'string' && value.length > 0 ? value : null
}

/** The value when it is a finite number, else null. */
export function num(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** The value when it is a whole number that can be held exactly, else null. */
export function integer(value: unknown): number | null {
  return Number.isSafeInteger(value) ? (value as number) : null
}

/**
 * The value when it is a count that can be held exactly (a number from 0 to 2^53 - 1), else null. Sums of
 * counters can therefore never become infinite or negative, whatever a harness prints.
 */
export function count(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER ? value : null
}

/** The value when it is a boolean, else null. */
export function bool(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null
}

/** The value when it is an array, else an empty one. */
export function arr(value: unknown): JsonValue[] {
  return Array.isArray(value) ? value : []
}

/** The value when it is a JSON object (not an array), else null. */
export function obj(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
}

/** The objects among the entries of an array; empty when the value is no array. */
export function objects(value: unknown): JsonObject[] {
  return arr(value).filter((entry): entry is JsonObject => obj(entry) !== null)
}

/** The strings among the entries of an array; empty when the value is no array. */
export function strings(value: unknown): string[] {
  return arr(value).filter((entry) => typeof entry === 'string')
}

/** The texts of content blocks of the type `text`. */
export function blockTexts(content: unknown): string[] {
  return objects(content).flatMap((block) => (block.type === 'text' ? (str(block.text) ?? []) : []))
}

/** What a table says of a word; null for no word, or one that is not in it (`constructor` is in none). */
export function entryOf<T>(table: Readonly<Record<string, T>>, word: unknown): T | null {
  return typeof word === 'string' && Object.hasOwn(table, word) ? (table[word] ?? null) : null
}

/** The number that the first group of a pattern finds; null where it finds none. */
export function numberIn(pattern: RegExp, said: string | null): number | null {
  const digits = pattern.exec(said ?? '')?.[1]
  return digits === undefined ? null : Number(digits)
}

/** The list, null when it holds nothing: an empty list is no fact to keep. */
export function unlessEmpty<T>(list: T[]): T[] | null {
  return list.length > 0 ? list : null
}

/** Milliseconds since the epoch of an ISO 8601 time or a number of milliseconds; null for anything else. */
export function timeMs(value: unknown): number | null {
  const ms = typeof value === 'string' ? Date.parse(value) : num(value)
  return ms !== null && Number.isFinite(ms) && Math.abs(ms) <= 8.64e15 ? Math.trunc(ms) : null
}
