import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonLine, oneLine, sanitizeText } from './terminal-text.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
const CONTROLS = /[\x00-\x09\x0b-\x1f\x7f-\x9f]/
/** Any text, with many of the characters that sequences are made of. */
const nastyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\x1b',
        '\x1b[',
        '\x1b]',
        '\x1bP',
        '\x9b',
        '\x9d',
        '\x90',
        '\x07',
        '\x1b\\',
        '\x9c',
        '\r',
        '\x85',
        '\n',
        '0;1m',
        'm',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
  )
  .map((parts) => parts.join(''))

describe('sanitizeText', () => {
  it.each([
    ['colours', '\x1b[1;31mred\x1b[0m', 'red'],
    ['private and intermediate CSI', 'a\x1b[?25lb\x1b[1 qc', 'abc'],
    ['C1 CSI', 'a\x9b2Jb', 'ab'],
    ['a title (OSC), ended by BEL, ST or C1 ST', '\x1b]0;x\x07a\x1b]2;y\x1b\\b\x9d0;z\x9cc', 'abc'],
    ['a link (OSC 8)', '\x1b]8;;http://x\x1b\\text\x1b]8;;\x1b\\', 'text'],
    ['DCS, SOS, PM and APC', '\x1bP1;2|q\x1b\\a\x1bXs\x1b\\b\x1b^p\x1b\\c\x1b_g\x1b\\d', 'abcd'],
    ['two-character escapes', '\x1bca\x1b7b\x1b(Bc', 'abc'],
    ['a string sequence that never ends, but not what follows it', '\x1b]0;all of this', '0;all of this'],
    ['a sequence that is cut off', 'a\x1b[31', 'a'],
    ['lone escapes', 'a\x1b\x1b\x1b[1mb', 'ab'],
    ['bells, backspaces and deletes', 'a\x07\b\x7fb', 'ab'],
    ['marks that turn the direction', 'a\u202eb\u2066c\u200f\ufeff', 'abc'],
  ])('drops %s', (_name, text, rest) => {
    expect(sanitizeText(text)).toBe(rest)
  })

  it('makes every line end a newline and tabs spaces', () => {
    expect(sanitizeText('a\r\nb\rc\u0085d\u2028e\tf')).toBe('a\nb\nc\nd\ne    f')
  })

  it('never lets a control character through, and is done after once', () => {
    fc.assert(
      fc.property(nastyText, (text) => {
        const safe = sanitizeText(text)
        expect(safe).not.toMatch(CONTROLS)
        expect(sanitizeText(safe)).toBe(safe)
        expect(oneLine(text)).not.toContain('\n')
      }),
    )
  })

  it('comes to an end with millions of sequences that never end', () => {
    for (const part of ['\x1b]', '\x9d', '\x1b[', '\x1b[0;', '\x1bP\x9b', '\r\x1b']) {
      // Work that grows with the square of the length would take an hour.
      expect(sanitizeText(`${part.repeat(1_000_000)}\nend`)).toMatch(/end$|nd$/)
    }
  })
})

describe('jsonLine', () => {
  it('gives the same value back and no control character', () => {
    fc.assert(
      fc.property(nastyText, (text) => {
        const line = jsonLine({ text })
        expect(line).not.toMatch(CONTROLS)
        expect(line).not.toContain('\n')
        expect(JSON.parse(line)).toEqual({ text })
      }),
    )
  })
})
