/**
 * The same JSON value with every lone surrogate, in strings and in keys, replaced by U+FFFD, so that strict readers
 * of UTF-8 and JSON accept what is stored. `__proto__` stays an ordinary key. The value must not nest too deep.
 */
export function replaceLoneSurrogates(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(replaceLoneSurrogates)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key.toWellFormed(), replaceLoneSurrogates(entry)]),
  )
}
