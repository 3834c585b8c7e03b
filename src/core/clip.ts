/** How many UTF-16 units of a text an event keeps unless the caller wants more. */
export const DEFAULT_CLIP = 8_000

/** A text cut to a limit. `originalLength` (UTF-16 units) is present only where something was cut off. */
export type ClippedText = { text: string; truncated: boolean; originalLength?: number }

/**
 * The text, cut to at most `limit` UTF-16 units without halving a surrogate pair; lone surrogates become U+FFFD.
 * A cut text is a copy: engines implement a slice as a view that would keep a 2 MB parent alive for 8 KB.
 */
export function clipText(text: string, limit: number): ClippedText {
  if (text.length <= limit) return { text: text.toWellFormed(), truncated: false }
  const last = text.charCodeAt(limit - 1)
  const end = last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit
  return { text: copyOf(text.slice(0, end).toWellFormed()), truncated: true, originalLength: text.length }
}

/** A string with the same units and a memory of its own. A trip through JSON copies; concatenation would not. */
function copyOf(slice: string): string {
  return JSON.parse(JSON.stringify(slice)) as string
}
