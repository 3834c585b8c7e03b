import { ref, type Schema } from './openapi-shapes.ts'

/** What a route answers when all is well. */
type Answer = { status: string; says: Schema }

/** One method of one path. */
export function operation(
  summary: string,
  parameters: Schema[],
  { status, says }: Answer,
  more: Schema = {},
): Schema {
  const failure = {
    description: 'What happened and what to do.',
    content: { 'application/json': { schema: ref('Error') } },
  }
  return { summary, parameters, responses: { [status]: says, default: failure }, ...more }
}

/** A parameter in the path. */
export function path(name: string, description: string, schema: Schema = { type: 'string' }): Schema {
  return { name, in: 'path', required: true, description, schema }
}

/** A parameter in the query. */
export function query(name: string, description: string, schema: Schema = { type: 'string' }): Schema {
  return { name, in: 'query', description, schema }
}

/** A JSON body; every key is required unless some are named. */
export function body(
  properties: { [key: string]: Schema },
  required: string[] = Object.keys(properties),
): Schema {
  const schema = { type: 'object', required, properties }
  return { required: true, content: { 'application/json': { schema } } }
}

/** A JSON answer of a named schema. */
export function json(name: string, status = '200'): Answer {
  return { status, says: { description: name, content: { 'application/json': { schema: ref(name) } } } }
}

/** A stream of server-sent events. */
export function eventStream(description: string): Answer {
  return answer({ description, content: { 'text/event-stream': { schema: { type: 'string' } } } })
}

/** An answer without a body. */
export function noContent(): Answer {
  return { status: '204', says: { description: 'Done.' } }
}

/** Any other answer. */
export function answer(says: Schema): Answer {
  return { status: '200', says }
}

/** Files that go with a person's words. */
export const USER_FILES: Schema = {
  type: 'array',
  items: {
    type: 'object',
    required: ['name', 'base64'],
    properties: {
      name: { type: 'string' },
      mediaType: { type: ['string', 'null'] },
      base64: { type: 'string', contentEncoding: 'base64' },
    },
  },
}

/** Operations by path and method. */
export type Paths = { readonly [path: string]: { readonly [method: string]: Schema } }

/** The task. */
export const ID: Schema = path('id', 'The id of a task, or the start of one that no other task shares.')

/** The generation that a client reads. */
export const GENERATION: Schema = query(
  'generation',
  'The generation that the caller holds; 409 when it is not served any more.',
  {
    type: 'integer',
  },
)

/** The zone of a client's clock. */
export const ZONE: Schema = query('zone', 'The time zone of days, e.g. Europe/Berlin; UTC unless said.')
