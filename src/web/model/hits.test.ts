import { expect, it } from 'vitest'
import { readHits, splitAtWords } from './hits.ts'

it('reads what grep prints, and nothing else', () => {
  expect(readHits('src/a.js:12:const sum = 1\nb.js:3:  sum(x)\n')).toEqual([
    { path: 'src/a.js', line: 12, text: 'const sum = 1' },
    { path: 'b.js', line: 3, text: '  sum(x)' },
  ])
  expect(readHits('a.js\nb.js\n')).toBeNull()
  expect(readHits('Found 3 files\nat 12:30:11 it failed')).toBeNull()
  expect(readHits('')).toBeNull()
})

it('marks words of any case, and tries no pattern', () => {
  expect(splitAtWords('Sum of sums', 'sum')).toEqual([
    { text: 'Sum', isFound: true },
    { text: ' of ', isFound: false },
    { text: 'sum', isFound: true },
    { text: 's', isFound: false },
  ])
  expect(splitAtWords('call sum(x)', 'sum\\(')).toContainEqual({ text: 'sum(', isFound: true })
  expect(splitAtWords('aaaa', '(a+)+$')).toEqual([{ text: 'aaaa', isFound: false }])
})
