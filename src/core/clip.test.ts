import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clipText, DEFAULT_CLIP } from './clip.ts'

const anyText = fc.string({ unit: 'binary', maxLength: 40 })
/** Strings of arbitrary UTF-16 units, lone surrogates among them. */
const anyUnits = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd800, max: 0xdfff })), {
    maxLength: 40,
  })
  .map((units) => String.fromCharCode(...units))

describe('clipText', () => {
  it('leaves a text within the limit as it is', () => {
    expect(clipText('abc', 3)).toEqual({ text: 'abc', truncated: false })
    expect(clipText('', 0)).toEqual({ text: '', truncated: false })
    expect(clipText('x'.repeat(DEFAULT_CLIP), DEFAULT_CLIP).truncated).toBe(false)
  })

  it('cuts at the limit and says how much there was', () => {
    expect(clipText('abcdef', 4)).toEqual({ text: 'abcd', truncated: true, originalLength: 6 })
    expect(clipText('abc', 0)).toEqual({ text: '', truncated: true, originalLength: 3 })
  })

  it('never cuts when the limit is infinite', () => {
    const whole = 'é'.repeat(100_000)
    expect(clipText(whole, Number.POSITIVE_INFINITY)).toEqual({ text: whole, truncated: false })
  })

  it('does not halve a surrogate pair', () => {
    expect(clipText('ab😀cd', 3)).toEqual({ text: 'ab', truncated: true, originalLength: 6 })
    expect(clipText('ab😀cd', 4)).toEqual({ text: 'ab😀', truncated: true, originalLength: 6 })
    expect(clipText('😀', 1)).toEqual({ text: '', truncated: true, originalLength: 2 })
  })

  it('replaces lone surrogates', () => {
    expect(clipText('a\ud800b', 10).text).toBe('a\ufffdb')
    expect(clipText('a\udc00b\ud83d', 10).text).toBe('a\ufffdb\ufffd')
    expect(clipText('\udc00\udc00\udc00', 2)).toEqual({
      text: '\ufffd\ufffd',
      truncated: true,
      originalLength: 3,
    })
  })

  it('gives well-formed text within the limit for any units', () => {
    fc.assert(
      fc.property(anyUnits, fc.nat(45), (units, limit) => {
        const clipped = clipText(units, limit)
        expect(clipped.text.isWellFormed()).toBe(true)
        expect(clipped.text.length).toBeLessThanOrEqual(Math.max(limit, 0))
        expect(clipped.truncated).toBe(units.length > limit)
        expect(clipped.text.length).toBeGreaterThanOrEqual(Math.min(units.length, limit) - 1)
      }),
    )
  })

  it('keeps the beginning of a well-formed text', () => {
    fc.assert(
      fc.property(anyText, fc.nat(45), (whole, limit) => {
        fc.pre(whole.isWellFormed())
        expect(whole.startsWith(clipText(whole, limit).text)).toBe(true)
      }),
    )
  })

  it('does not keep a long parent alive', () => {
    expect(heapGrowthBytes('clipText(parent, 8000).text')).toBeLessThan(4_000_000)
  })

  it('is measured by a heap test that sees a kept parent', () => {
    expect(heapGrowthBytes('parent.slice(0, 8000)')).toBeGreaterThan(60_000_000)
  })
})

/** What stays on the heap of a fresh process when only `expression` of a 64 MB string is kept. */
function heapGrowthBytes(expression: string): number {
  const script = `
    const { clipText } = await import(${JSON.stringify(new URL('./clip.ts', import.meta.url).href)})
    const used = () => { gc(); gc(); return process.memoryUsage().heapUsed }
    const clip = (parent) => ${expression}
    clip('warm'.repeat(5000))
    const before = used()
    const clipLong = () => clip(JSON.parse(JSON.stringify('A line of text. '.repeat(4_000_000))))
    const kept = clipLong()
    process.stdout.write(JSON.stringify({ growth: used() - before, length: kept.length }))`
  const output = execFileSync(
    process.execPath,
    ['--expose-gc', '--import', 'tsx', '--input-type=module', '--eval', script],
    { encoding: 'utf8' },
  )
  const { growth, length } = JSON.parse(output)
  expect(length).toBe(8000)
  return growth
}
