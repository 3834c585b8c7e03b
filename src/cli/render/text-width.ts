/** How many columns a text takes on a terminal: wide characters two, combining ones none. */
export function textWidth(text: string): number {
  if (PLAIN.test(text)) return text.length
  let width = 0
  for (const { segment } of SEGMENTER.segment(text)) width += segmentWidth(segment)
  return width
}

/** The text cut to a number of columns, with an ellipsis where something is cut off. */
export function cutToWidth(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text
  let width = 0
  let kept = ''
  for (const { segment } of SEGMENTER.segment(text)) {
    width += segmentWidth(segment)
    if (width > columns - 1) break
    kept += segment
  }
  return `${kept}…`
}

/** The text filled up with spaces to a number of columns; a wider one stays as it is. */
export function padToWidth(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - textWidth(text)))
}

const NARROWEST = 8

/** The text as lines of at most so many columns (at least 8), broken at spaces where there are any. */
export function wrapText(text: string, columns: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, Math.max(NARROWEST, columns)))
}

function wrapLine(line: string, columns: number): string[] {
  if (textWidth(line) <= columns) return [line]
  const lines: string[] = []
  let current = ''
  let width = 0
  const breakLine = (): void => {
    lines.push(current.trimEnd())
    current = ''
    width = 0
  }
  for (const word of line.split(/(?<= )(?! )/)) {
    const wordWidth = textWidth(word.trimEnd())
    if (width > 0 && width + wordWidth > columns) breakLine()
    if (wordWidth <= columns) {
      current += word
      width += textWidth(word)
      continue
    }
    for (const { segment } of SEGMENTER.segment(word)) {
      const segmentColumns = segmentWidth(segment)
      if (width > 0 && width + segmentColumns > columns) breakLine()
      current += segment
      width += segmentColumns
    }
  }
  if (current.trim() !== '') breakLine()
  return lines
}

/** Printable ASCII and the Latin letters after it: a column each, without looking closer. */
const PLAIN = /^[ -~\u00a1-\u00ac\u00ae-\u02ff]*$/
const SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** East Asian wide and full-width characters (Unicode 16), and what terminals draw as an emoji. */
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{17000}-\u{18cff}\u{1aff0}-\u{1b2ff}\u{20000}-\u{3fffd}]|^\p{Emoji_Presentation}|\ufe0f/u
const WIDTHLESS = /^[\p{Mn}\p{Me}\p{Cf}]/u

function segmentWidth(segment: string): number {
  if (WIDTHLESS.test(segment)) return 0
  return WIDE.test(segment) ? 2 : 1
}
