import type { SessionTitle, TitleProbe } from './dialect.ts'

/** Ids that harnesses make; anything else never comes near a shell. */
const SESSION_ID = /^[A-Za-z0-9_-]{1,128}$/

/** Longest title that is kept, in UTF-16 units. */
const MAX_TITLE_LENGTH = 200

/**
 * A title fit for one line: control characters and escape sequences gone, white space folded, at most 200 UTF-16
 * units; null when nothing is left or the value is no string.
 */
export function cleanTitle(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const line = value
    .slice(0, 4_000)
    .toWellFormed()
    .replace(ESCAPE_SEQUENCES, '')
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (line === '') return null
  if (line.length <= MAX_TITLE_LENGTH) return line
  return `${line.slice(0, MAX_TITLE_LENGTH - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** A probe of a snippet in parts, which is made for ids that harnesses make and for no other. */
export function titleProbe(
  snippet: (sessionId: string) => readonly string[],
  parse: (output: string) => SessionTitle | null,
): TitleProbe {
  return {
    probe: (sessionId) => (SESSION_ID.test(sessionId) ? snippet(sessionId).join(' ') : null),
    parse,
  }
}

/** CSI sequences, OSC strings, and other two-character escapes of a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are what is looked for
const ESCAPE_SEQUENCES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-_])/g
