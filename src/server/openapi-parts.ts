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
