import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excerptOf, findInEvent, foldCase, textsOf } from './find-text.ts'

describe('foldCase', () => {
  it('keeps every unit in its place', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(foldCase(text)).toHaveLength(text.length)
      }),
    )
    expect(foldCase('İSTANBUL ΟΔΟΣ Ж')).toBe('istanbul οδοσ ж')
  })
})

describe('excerptOf', () => {
  it('marks matches that are equal to the needle, whatever the text is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary', minLength: 1 }),
        fc.string(),
        (a, word, b) => {
          const needle = foldCase(word)
          const { excerpt, offsets } = excerptOf(a + word + b, needle)
          expect(offsets.length).toBeGreaterThan(0)
          for (const [start, end] of offsets) {
            expect(foldCase(excerpt.slice(start, end))).toBe(needle.replace(/\s/g, ' '))
          }
        },
      ),
    )
  })

  it('is short, on one line, and cuts no character in two', () => {
    const { excerpt, offsets } = excerptOf(`${'😀'.repeat(100)}x needle\ny${'😀'.repeat(100)}`, 'needle')
    expect(excerpt).toMatch(/^(?:😀)+x needle y(?:😀)+$/u)
    expect(excerpt.length).toBeLessThan(200)
    expect(offsets.map(([start, end]) => excerpt.slice(start, end))).toEqual(['needle'])
  })
})

describe('textsOf', () => {
  it('gives what a person sees of a call: its name, its title, the strings of its input', () => {
    const input = JSON.stringify({ command: 'say "hi"', lines: [1, 'two'], deep: { path: '/a' } })
    expect(textsOf('tool.call', { name: 'Bash', title: 'Say hi', input })).toEqual([
      { where: 'call', text: 'Say hi\nBash' },
      { where: 'input', text: 'say "hi"\n1\ntwo\n/a' },
    ])
    // What was clipped is no JSON any more.
    expect(textsOf('tool.call', { name: null, input: '{"command":"say \\"hi\\"\\nand' })).toEqual([
      { where: 'input', text: '{"command":"say "hi" and' },
    ])
  })

  it('gives nothing for what nobody sees', () => {
    expect(textsOf('raw', { text: 'no JSON' })).toEqual([])
    expect(textsOf('usage', { scope: 'call', model: 'm' })).toEqual([])
    expect(textsOf('future', { text: 'x' })).toEqual([])
    expect(findInEvent('message', { text: 'x' }, 'y')).toBeNull()
  })

  it('takes any payload', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('message', 'tool.call', 'plan', 'raw', 'session.background'),
        fc.object(),
        (type, payload) => {
          for (const { text } of textsOf(type, payload)) expect(typeof text).toBe('string')
        },
      ),
    )
    const deep = { input: '['.repeat(300_000) + ']'.repeat(300_000) }
    expect(textsOf('tool.call', deep).length).toBeLessThanOrEqual(1)
  })
})
