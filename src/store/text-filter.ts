import { foldCase } from '../core/find-text.ts'
import type { SqlValue } from './engine.ts'

/** A condition on `payload`, with its values. It may let too many rows through, never too few. */
export type TextFilter = { sql: string; values: SqlValue[] }

/** What nearly every payload holds besides its texts: such a word of a search would choose every row. */
const LITERALS: readonly string[] = [
  '"truncated":false',
  '"truncated":true',
  '"isError":false',
  '"isError":true',
  '"isError":null',
  '"role":"assistant"',
  '"role":"user"',
  '"delta":true',
  ...['callId', 'parentCallId', 'name', 'input', 'output', 'text', 'title', 'kind', 'merge', 'files'].map(
    (key) => `"${key}":`,
  ),
]

/**
 * The rows of `event` that may hold a needle (from `foldCase`) in a text. SQLite folds the case of ASCII only, and JSON
 * escapes quotes, backslashes and control characters, so a part of the needle is looked for that stands there as it is.
 */
export function filterRows(needle: string): TextFilter {
  const ascii = longestOf(needle.match(/[ !#-[\]-~]+/g))
  if (ascii.trim().length > 1 || isAscii(needle)) return like(ascii, payloadWithout(ascii))
  const caseless = longestOf(needle.match(/[^\0-\x7f]+/g)?.flatMap((part) => part.match(CASELESS) ?? []))
  if (caseless !== '') return like(caseless, 'payload')
  const letter = [...needle].find((char) => !isAscii(char)) ?? ''
  const forms = [...new Set([letter, letter.toUpperCase(), letter === 'σ' ? 'ς' : letter])]
  const whole = forms.filter((form) => foldCase(form) === letter)
  return { sql: `(${whole.map(() => 'instr(payload, ?) > 0').join(' or ')})`, values: whole }
}

const CASELESS = /[^\p{Lu}\p{Ll}\p{Lt}\p{M}]+/gu

function like(part: string, source: string): TextFilter {
  return { sql: `${source} like ? escape '!'`, values: [`%${part.replace(/[!%_]/g, '!$&')}%`] }
}

/** A key's quotes are escaped inside of a text, so nothing of a text goes with it. */
function payloadWithout(part: string): string {
  const inTheWay = LITERALS.filter((literal) => literal.toLowerCase().includes(part))
  return inTheWay.reduce((source, literal) => `replace(${source}, '${literal}', '')`, 'payload')
}

function longestOf(parts: readonly string[] | null | undefined): string {
  return (parts ?? []).reduce((left, right) => (right.length > left.length ? right : left), '')
}

function isAscii(text: string): boolean {
  return /^\p{ASCII}*$/u.test(text)
}
