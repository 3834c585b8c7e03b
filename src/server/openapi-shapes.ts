/** A JSON Schema, as far as this document writes some. */
export type Schema = { readonly [key: string]: unknown }

/** A reference to a schema of this document. */
export function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` }
}

/** A string. */
export const text: Schema = { type: 'string' }
/** A string or null. */
export const textOrNull: Schema = { type: ['string', 'null'] }
/** A whole number from 0. */
export const whole: Schema = { type: 'integer', minimum: 0 }
/** A whole number or null. */
export const wholeOrNull: Schema = { type: ['integer', 'null'] }
/** A number or null. */
export const numberOrNull: Schema = { type: ['number', 'null'] }
/** True or false. */
export const yesOrNo: Schema = { type: 'boolean' }

/** An object with some keys that are always there, and some that may be. */
export function object(
  required: { [key: string]: unknown },
  optional: { [key: string]: unknown } = {},
): Schema {
  return { type: 'object', required: Object.keys(required), properties: { ...required, ...optional } }
}

/** A list of one kind of entry. */
export function listOf(items: Schema): Schema {
  return { type: 'array', items }
}
