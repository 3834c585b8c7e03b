/** Writes the JSON Schema of the vocabulary from its valibot schema. Usage: tsx scripts/generate-schema.ts */
import { writeFileSync } from 'node:fs'
import { vocabularySource } from './vocabulary-source.ts'

writeFileSync(new URL('../src/schema/vocabulary.gen.ts', import.meta.url), vocabularySource())
