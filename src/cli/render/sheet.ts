import type { StoredEvent } from '../../store/store.ts'
import { formatClock } from './format.ts'
import type { Style } from './style.ts'
import { oneLine, sanitizeText } from './terminal-text.ts'
import { cutToWidth, wrapText } from './text-width.ts'

/** Where rows stand: a gutter with the clock, an indent for each level of subagents, then what the row says. */
export type Sheet = {
  readonly style: Style
  /** How many columns a row has behind the gutter and the indent. */
  room(depth: number): number
  /** A row. The clock stands in the gutter only where the second differs from the row above. */
  row(event: StoredEvent, depth: number, content: string): string
  /** A further line of the row above. */
  under(depth: number, content: string): string
  /** Words as a paragraph of a row, wrapped, sanitized. */
  paragraph(event: StoredEvent, depth: number, words: string, paint?: (text: string) => string): string[]
  /** Words on one line, sanitized, cut so that `used` columns of the row stay free for others. */
  fit(words: string, depth: number, used?: number): string
}

/** Columns of the verb, so that subjects stand below each other. */
export const VERB_COLUMNS = 7

const GUTTER = 10
const INDENT = 2
const DEEPEST = 8
const NARROWEST = 40

/** A sheet for a terminal; `columns` is asked at every row, because windows change their size. */
export function createSheet(columns: () => number, style: Style): Sheet {
  let lastClock = ''
  const indent = (depth: number): string => ' '.repeat(INDENT * Math.min(depth, DEEPEST))
  const room = (depth: number): number => Math.max(NARROWEST, columns()) - GUTTER - indent(depth).length
  const under = (depth: number, content: string): string =>
    content === '' ? '' : ' '.repeat(GUTTER) + indent(depth) + content
  const row = (event: StoredEvent, depth: number, content: string): string => {
    const clock = formatClock(event.ts)
    const shown = clock === lastClock ? '' : clock
    lastClock = clock
    return style.dim(shown.padEnd(GUTTER)) + indent(depth) + content
  }
  return {
    style,
    room,
    row,
    under,
    paragraph(event, depth, words, paint = (text) => text) {
      const [first = '', ...rest] = wrapText(sanitizeText(words).trim(), room(depth))
      return [row(event, depth, paint(first)), ...rest.map((line) => under(depth, paint(line)))]
    },
    fit: (words, depth, used = 0) => cutToWidth(oneLine(words), Math.max(10, room(depth) - used)),
  }
}
