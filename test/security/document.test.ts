import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const root = new URL('../../', import.meta.url)
const rows = [
  ...readFileSync(new URL('SECURITY.md', root), 'utf8').matchAll(/\| `(test\/\S+|src\/\S+)`: (.+?) +\|$/gm),
]

it('names a test for every threat', () => {
  const threats = readFileSync(new URL('SECURITY.md', root), 'utf8').match(/^\| (?!threat|-).+\|$/gm) ?? []
  expect(threats.length).toBeGreaterThan(20)
  expect(rows).toHaveLength(threats.length)
})

it.each(rows.map(([, file, title]) => ({ file, title })))('$file has "$title"', ({ file, title }) => {
  const path = new URL(file ?? '', root)
  expect(existsSync(path)).toBe(true)
  expect(readFileSync(path, 'utf8')).toContain(title)
})
