import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLineSplitter, type Line, type LineSplitterOptions, splitCompleteLines } from './lines.ts'

const encoder = new TextEncoder()
const utf8 = (text: string): Uint8Array => encoder.encode(text)

/** Bytes with many newlines and many broken characters. */
const anyBytes = fc
  .array(
    fc.oneof(fc.constant(0x0a), fc.constantFrom(0x0d, 0xc3, 0xa9, 0xf0, 0x9f, 0xef, 0xbb, 0xbf), fc.nat(255)),
    {
      maxLength: 200,
    },
  )
  .map((values) => Uint8Array.from(values))

const anySizes = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 40 })

function readInChunks(bytes: Uint8Array, sizes: readonly number[], options?: LineSplitterOptions): Line[] {
  const splitter = createLineSplitter(options)
  const lines: Line[] = []
  let start = 0
  for (let turn = 0; start < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1
    // The chunk is overwritten after the push, as a caller does that reads into one buffer.
    const chunk = bytes.slice(start, start + size)
    lines.push(...splitter.push(chunk))
    chunk.fill(0x21)
    start += size
  }
  lines.push(...splitter.end())
  return lines
}

describe('splitCompleteLines', () => {
  it('gives whole lines only and says how far they reach', () => {
    expect(splitCompleteLines(utf8('a\nbé\nrest'))).toEqual({ lines: ['a', 'bé'], consumed: 6 })
    expect(splitCompleteLines(utf8('no newline'))).toEqual({ lines: [], consumed: 0 })
    expect(splitCompleteLines(new Uint8Array(0))).toEqual({ lines: [], consumed: 0 })
  })

  it('ends a line at 0x0A and nowhere else', () => {
    const text = 'a\rb\r\nc\u2028d\u2029e\u0085f\vg\fh\0i\n'
    expect(splitCompleteLines(utf8(text)).lines).toEqual(['a\rb\r', 'c\u2028d\u2029e\u0085f\vg\fh\0i'])
  })

  it('keeps empty lines and a byte order mark', () => {
    expect(splitCompleteLines(utf8('\n\n\ufeffa\n'))).toEqual({ lines: ['', '', '\ufeffa'], consumed: 7 })
  })

  it('decodes bytes that are not UTF-8 as U+FFFD', () => {
    expect(splitCompleteLines(Uint8Array.of(0x61, 0xff, 0xc3, 0x0a, 0xed, 0xa0, 0x80, 0x0a)).lines).toEqual([
      'a\ufffd\ufffd',
      '\ufffd\ufffd\ufffd',
    ])
  })

  it('reads a window of a larger buffer', () => {
    expect(splitCompleteLines(utf8('xx\nab\ncd\nyy').subarray(3, 9))).toEqual({
      lines: ['ab', 'cd'],
      consumed: 6,
    })
  })

  it('never throws, and its lines and rest make up the input', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        const { lines, consumed } = splitCompleteLines(bytes)
        expect(consumed).toBe(bytes.lastIndexOf(0x0a) + 1)
        const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
        expect(lines.map((line) => `${line}\n`).join('')).toBe(decoder.decode(bytes.subarray(0, consumed)))
      }),
    )
  })
})

describe('createLineSplitter', () => {
  it('gives each line where it starts and how long it is', () => {
    const splitter = createLineSplitter()
    expect(splitter.push(utf8('é\nab'))).toEqual([{ text: 'é', offset: 0, bytes: 2, cut: false }])
    expect([splitter.consumed, splitter.pending]).toEqual([3, 2])
    expect(splitter.push(utf8('c\n\n'))).toEqual([
      { text: 'abc', offset: 3, bytes: 3, cut: false },
      { text: '', offset: 7, bytes: 0, cut: false },
    ])
    expect([splitter.consumed, splitter.pending]).toEqual([8, 0])
    expect(splitter.end()).toEqual([])
  })

  it('gives the unterminated rest at the end, once', () => {
    const splitter = createLineSplitter()
    splitter.push(utf8('a\nrest'))
    expect(splitter.end()).toEqual([{ text: 'rest', offset: 2, bytes: 4, cut: false }])
    expect([splitter.consumed, splitter.pending]).toEqual([6, 0])
    expect(splitter.end()).toEqual([])
  })

  it('goes on from an offset', () => {
    const splitter = createLineSplitter({ offset: 5_000_000_000 })
    expect(splitter.consumed).toBe(5_000_000_000)
    expect(splitter.push(utf8('ab\n'))[0]?.offset).toBe(5_000_000_000)
    expect(splitter.consumed).toBe(5_000_000_003)
  })

  it('joins a character that reads have torn apart', () => {
    expect(readInChunks(utf8('aé😀\n'), [1]).map((line) => line.text)).toEqual(['aé😀'])
  })

  it('cuts a line over the limit and reads the next one normally', () => {
    const bytes = utf8('abcdefghij\nxyz\n0123456789')
    for (const sizes of [[100], [1], [3], [7, 2]]) {
      expect(readInChunks(bytes, sizes, { maxLineBytes: 4 })).toEqual([
        { text: 'abcd', offset: 0, bytes: 10, cut: true },
        { text: 'xyz', offset: 11, bytes: 3, cut: false },
        { text: '0123', offset: 15, bytes: 10, cut: true },
      ])
    }
  })

  it('keeps a line of exactly the limit whole', () => {
    for (const sizes of [[100], [1]]) {
      expect(readInChunks(utf8('abcd\n'), sizes, { maxLineBytes: 4 })).toEqual([
        { text: 'abcd', offset: 0, bytes: 4, cut: false },
      ])
    }
  })

  it('does not keep what is over the limit', () => {
    const splitter = createLineSplitter({ maxLineBytes: 1024 })
    const chunk = new Uint8Array(1024 * 1024).fill(0x61)
    const before = process.memoryUsage().arrayBuffers
    for (let turn = 0; turn < 200; turn++) splitter.push(chunk)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000)
    expect(splitter.pending).toBe(200 * 1024 * 1024)
    const [line] = splitter.push(utf8('\nnext\n'))
    expect(line).toEqual({ text: 'a'.repeat(1024), offset: 0, bytes: 200 * 1024 * 1024, cut: true })
  })

  it('reads a line of 64 MiB whole by default and cuts one byte more', () => {
    const limit = 64 * 1024 * 1024
    const splitter = createLineSplitter()
    const chunk = new Uint8Array(1024 * 1024).fill(0x61)
    for (let turn = 0; turn < 64; turn++) splitter.push(chunk)
    const [whole] = splitter.push(utf8('\n'))
    expect([whole?.bytes, whole?.text.length, whole?.cut]).toEqual([limit, limit, false])
    for (let turn = 0; turn < 64; turn++) splitter.push(chunk)
    const [longer] = splitter.push(utf8('b\n'))
    expect([longer?.bytes, longer?.text.length, longer?.cut]).toEqual([limit + 1, limit, true])
  })

  it('refuses a limit that is no limit', () => {
    for (const maxLineBytes of [0, -1, Number.NaN]) {
      expect(() => createLineSplitter({ maxLineBytes })).toThrow(TypeError)
    }
  })

  it('gives the same lines whatever the reads are cut into', () => {
    fc.assert(
      fc.property(anyBytes, anySizes, fc.option(fc.integer({ min: 1, max: 40 })), (bytes, sizes, limit) => {
        const options = limit === null ? {} : { maxLineBytes: limit }
        expect(readInChunks(bytes, sizes, options)).toEqual(readInChunks(bytes, [1000], options))
      }),
      { numRuns: 500 },
    )
  })

  it('agrees with splitCompleteLines', () => {
    fc.assert(
      fc.property(anyBytes, anySizes, (bytes, sizes) => {
        const { lines, consumed } = splitCompleteLines(bytes)
        const read = readInChunks(bytes, sizes)
        expect(read.slice(0, lines.length).map((line) => line.text)).toEqual(lines)
        expect(read.length - lines.length).toBe(consumed < bytes.length ? 1 : 0)
        let offset = 0
        for (const line of read) {
          expect(line.offset).toBe(offset)
          offset += line.bytes + 1
        }
      }),
    )
  })
})
