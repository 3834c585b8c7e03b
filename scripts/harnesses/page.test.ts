import { describe, expect, it } from 'vitest'
import { DIALECTS } from '../../src/dialects/registry.ts'
import { HARNESSES } from '../../test/conformance/harnesses.ts'
import { harnessesPage } from './page.ts'
import { REMARKS } from './remarks.ts'

describe('docs/harnesses.md', () => {
  it('is what `npm run generate` writes', async () => {
    await expect(harnessesPage()).toMatchFileSnapshot('../../docs/harnesses.md')
  })

  it('has a row of every harness with recordings or a description', () => {
    const page = harnessesPage()
    const documented = DIALECTS.filter((dialect) => dialect.documented).map(({ name }) => name)
    for (const name of [...HARNESSES.map((facts) => facts.name ?? facts.folder), ...documented]) {
      expect(page).toContain(`| ${REMARKS[name]?.title} `)
    }
  })
})
