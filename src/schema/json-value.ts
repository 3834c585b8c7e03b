import type { JsonValue } from '../core/events.ts'

/**
 * Whether a value holds nothing but what JSON can carry. Walks without recursion, so that no nesting overflows the
 * stack; a cycle, which parsed JSON never has, is walked once.
 */
export function isJsonValue(value: unknown): value is JsonValue {
  const open: unknown[] = [value]
  const seen = new Set<object>()
  while (open.length > 0) {
    const next = open.pop()
    if (next === null || typeof next === 'string' || typeof next === 'boolean') continue
    if (typeof next === 'number') {
      if (!Number.isFinite(next)) return false
    } else if (typeof next !== 'object' || !(Array.isArray(next) || isPlain(next))) {
      return false
    } else if (!seen.has(next)) {
      seen.add(next)
      for (const entry of Array.isArray(next) ? next : Object.values(next)) open.push(entry)
    }
  }
  return true
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
