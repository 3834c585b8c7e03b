import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutToWidth, padToWidth, textWidth, wrapText } from './text-width.ts'

const anyLine = fc
  .array(
    fc.oneof(
      fc.constantFrom(' ', '漢', '한', '👩‍👩‍👧‍👦', '🇫🇷', 'é', 'e\u0301', '✓', '⚠️'),
      fc.string({ maxLength: 9 }),
    ),
  )
  .map((parts) => parts.join(''))

describe('textWidth', () => {
  it.each([
    ['abc', 3],
    ['漢字', 4],
    ['e\u0301', 1],
    ['👩‍👩‍👧‍👦', 2],
    ['🇫🇷', 2],
    ['⚠️', 2],
    ['✓ ©', 3],
    ['ＡＢ', 4],
    ['한글', 4],
    ['𠮷', 2],
    ['', 0],
  ])('of %j is %i', (text, width) => {
    expect(textWidth(text)).toBe(width)
  })
})

describe('cutToWidth', () => {
  it('leaves what fits and marks what is cut, without half a character', () => {
    expect(cutToWidth('abcdef', 6)).toBe('abcdef')
    expect(cutToWidth('abcdef', 5)).toBe('abcd…')
    expect(cutToWidth('漢字漢字', 6)).toBe('漢字…')
    expect(cutToWidth('a👩‍👩‍👧‍👦b', 3)).toBe('a…')
  })

  it('is never wider than it may be, and pads to what it is asked', () => {
    fc.assert(
      fc.property(anyLine, fc.integer({ min: 1, max: 30 }), (line, columns) => {
        const cut = cutToWidth(line, columns)
        expect(textWidth(cut)).toBeLessThanOrEqual(columns)
        expect(textWidth(padToWidth(cut, columns))).toBe(columns)
      }),
    )
  })
})

describe('wrapText', () => {
  it('breaks at spaces, and inside words only where it must', () => {
    expect(wrapText('one two three', 8)).toEqual(['one two', 'three'])
    expect(wrapText('abcdefghijkl', 8)).toEqual(['abcdefgh', 'ijkl'])
    expect(wrapText('漢字漢字漢字', 8)).toEqual(['漢字漢字', '漢字'])
    expect(wrapText('a\n\n  b', 8)).toEqual(['a', '', '  b'])
  })

  it('keeps every character but spaces, in lines that fit', () => {
    fc.assert(
      fc.property(anyLine, fc.integer({ min: 8, max: 30 }), (line, columns) => {
        const lines = wrapText(line, columns)
        for (const part of lines) expect(textWidth(part)).toBeLessThanOrEqual(columns)
        expect(lines.join('').replace(/\s/g, '')).toBe(line.replace(/\s/g, ''))
      }),
    )
  })
})
