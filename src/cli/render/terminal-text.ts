/**
 * A harness's text made safe for a terminal: escape sequences, control characters and direction marks are gone, tabs are
 * spaces. Line ends stay.
 */
export function sanitizeText(text: string): string {
  return text
    .toWellFormed()
    .replace(ESCAPE_SEQUENCES, '')
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, '    ')
    .replace(FORBIDDEN, '')
}

/** The first line of a text that says something, sanitized, white space folded. */
export function oneLine(text: string): string {
  return sanitizeText(text.slice(0, 2_000)).replace(/\s+/g, ' ').trim()
}

/** CSI, OSC, DCS and other string sequences (7-bit and C1 forms), and two-character escapes. */
// biome-ignore-start lint/suspicious/noControlCharactersInRegex: the control characters are what is looked for
const ESCAPE_SEQUENCES =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]?/g
/** Other controls, and marks that turn the reading direction of what follows. */
const FORBIDDEN = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: the control characters are what is looked for

/** How many columns a text takes: wide characters two, combining ones none. */
export function textWidth(text: string): number {
  let width = 0
  for (const { segment } of SEGMENTER.segment(text)) width += segmentWidth(segment)
  return width
}

/** The text cut to a number of columns, with an ellipsis where something is cut off. */
export function cutToWidth(text: string, columns: number): string {
  if (text.length <= columns && textWidth(text) <= columns) return text
  let width = 0
  let kept = ''
  for (const { segment } of SEGMENTER.segment(text)) {
    width += segmentWidth(segment)
    if (width > columns - 1) return `${kept}…`
    kept += segment
  }
  return kept
}

/** The text as lines of at most so many columns, broken at spaces where there are any. */
export function wrapText(text: string, columns: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, Math.max(8, columns)))
}

function wrapLine(line: string, columns: number): string[] {
  const lines: string[] = []
  let current = ''
  let width = 0
  for (const word of line.split(/(?<= )/)) {
    const wordWidth = textWidth(word.trimEnd())
    if (width > 0 && width + wordWidth > columns) {
      lines.push(current.trimEnd())
      current = ''
      width = 0
    }
    if (wordWidth <= columns) {
      current += word
      width += textWidth(word)
      continue
    }
    for (const { segment } of SEGMENTER.segment(word)) {
      if (width + segmentWidth(segment) > columns) {
        lines.push(current)
        current = ''
        width = 0
      }
      current += segment
      width += segmentWidth(segment)
    }
  }
  lines.push(current.trimEnd())
  return lines
}

const SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const WIDE =
  /^[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|^\p{Extended_Pictographic}/u

function segmentWidth(segment: string): number {
  if (/^[\p{Mn}\p{Me}\p{Cf}]/u.test(segment)) return 0
  return WIDE.test(segment) && !/^[0-9#*©®™]/.test(segment) ? 2 : 1
}
