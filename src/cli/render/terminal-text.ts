/**
 * A harness's text made safe for a terminal: escape sequences, control characters and direction marks are gone, tabs are
 * spaces, every kind of line end is a newline.
 */
export function sanitizeText(text: string): string {
  return text
    .toWellFormed()
    .replace(ESCAPE_SEQUENCES, '')
    .replace(LINE_ENDS, '\n')
    .replace(/\t/g, '    ')
    .replace(FORBIDDEN, '')
}

/** More than any terminal is wide; what lies behind is not worth the work. */
const MAX_ONE_LINE = 2_000

/** The beginning of a text on one line, sanitized, white space folded. */
export function oneLine(text: string): string {
  return sanitizeText(text.slice(0, MAX_ONE_LINE)).replace(/\s+/g, ' ').trim()
}

/**
 * A value as JSON on one line that does nothing to a terminal: what JSON itself leaves as it is (DEL, C1 controls,
 * direction marks) is escaped, so a reader of the JSON gets the very same value.
 */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(
    FORBIDDEN,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

// biome-ignore-start lint/suspicious/noControlCharactersInRegex: the control characters are what is looked for
/**
 * CSI, terminated string sequences (OSC, DCS, SOS, PM, APC) in their 7-bit and C1 forms, and escapes of two characters. A
 * string sequence that never ends loses only its introducer, so that it cannot hide what follows.
 */
const ESCAPE_SEQUENCES =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u0080-\u009f]*(?:\u0007|\u001b\\|\u009c)|\u001b[ -/]*[0-~]?/g
const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g
/** Other controls, and marks that turn the reading direction of what follows. */
const FORBIDDEN =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: the control characters are what is looked for
