/** The vocabulary as schemas: JSON Schema for the world outside, valibot for TypeScript, a check that lists problems. */
export { taskEventSchema } from './event.ts'
export { type EventProblem, validateEvent } from './validate.ts'
export { vocabularyJsonSchema } from './vocabulary.gen.ts'
