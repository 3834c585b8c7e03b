/** Writes docs/harnesses.md from the recordings and the dialects. Usage: tsx scripts/generate-harnesses.ts */
import { writeFileSync } from 'node:fs'
import { harnessesPage } from './harnesses/page.ts'

writeFileSync(new URL('../docs/harnesses.md', import.meta.url), harnessesPage())
