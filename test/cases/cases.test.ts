import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkCase } from './check-case.ts'
import { readCase } from './read-case.ts'

const ROOT = new URL('../../fixtures/cases/', import.meta.url).pathname
const IDS = readdirSync(ROOT).sort((left, right) => Number(left.slice(1)) - Number(right.slice(1)))

describe('public bugs, as inputs with the right answers', () => {
  it('there are some', () => expect(IDS.length).toBeGreaterThanOrEqual(51))

  for (const id of IDS) {
    const folder = join(ROOT, id)
    const bugCase = readCase(folder)
    it(`${id} ${bugCase.fact.slice(0, 100)}`, () => expect(checkCase(folder, bugCase)).toEqual([]))
  }
})
