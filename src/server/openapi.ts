import { vocabularyJsonSchema } from '../schema/index.ts'
import { ref, SCHEMAS, type Schema } from './openapi-schemas.ts'

/** The routes of the API as an OpenAPI 3.1 document: a fresh object that may be changed. */
export function openApiDocument(
  version: string,
): { openapi: string; paths: { [path: string]: unknown } } & Schema {
  return structuredClone({
    openapi: '3.1.0',
    info: {
      title: 'agent-stream',
      version,
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'Recorded sessions of coding agents, live and for years. Keys are added, never renamed or removed: ignore unknown ones.',
    },
    servers: [{ url: '/' }],
    paths: PATHS,
    components: {
      schemas: { ...SCHEMAS, Vocabulary: vocabularyJsonSchema },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'agent_stream_session' },
      },
    },
  })
}

const STEERING = [{ bearer: [] }, { cookie: [] }]

const ID = path('id', 'The id of a task, or the start of one that no other task shares.')
const SEQ = path('seq', 'The number of an event.', { type: 'integer', minimum: 1 })
const GENERATION = query(
  'generation',
  'The generation that the caller holds; 409 when it is not served any more.',
  {
    type: 'integer',
  },
)

const PATHS: { readonly [path: string]: { readonly [method: string]: Schema } } = {
  '/api/session': {
    get: operation('Whether this client may change things', [], json('Session')),
    post: operation('Exchange the token of the printed address for a cookie', [], noContent(), {
      requestBody: body({ token: { type: 'string' } }),
    }),
  },
  '/api/tasks': {
    get: operation(
      'List tasks, newest first',
      [
        query('query', 'Words of the title, any case.'),
        query('status', 'Only tasks with this status.'),
        query('harness', 'Only tasks of this harness.'),
        query('before', 'The "next" of the page before.'),
        query('limit', 'How many, 50 unless said.', { type: 'integer', minimum: 1, maximum: 500 }),
      ],
      json('TaskPage'),
    ),
  },
  '/api/tasks/{id}': {
    get: operation('A task, its runs and its folded state', [ID], json('Task')),
    patch: operation('Rename a task', [ID], json('TaskSummary'), {
      requestBody: body({ title: { type: 'string' } }),
      security: STEERING,
    }),
    delete: operation(
      'Remove a task with everything that it recorded; 409 while it runs',
      [ID],
      noContent(),
      {
        security: STEERING,
      },
    ),
  },
  '/api/tasks/{id}/events': {
    get: operation(
      'A page of events, ascending',
      [
        ID,
        query('since', 'Events after this seq.', { type: 'integer', minimum: 0 }),
        query('before', 'The last events before this seq.', { type: 'integer', minimum: 1 }),
        query('tail', '1: the last events.', { enum: ['0', '1'] }),
        query('limit', 'How many, 150 unless said.', { type: 'integer', minimum: 1, maximum: 2000 }),
        query('raw', '0: without raw events that have no notice.', { enum: ['0', '1'] }),
        GENERATION,
      ],
      json('EventPage'),
    ),
  },
  '/api/tasks/{id}/events/{seq}': {
    get: operation(
      'One event',
      [
        ID,
        SEQ,
        query('full', '1: with whole texts, translated again from its source.', { enum: ['0', '1'] }),
        GENERATION,
      ],
      json('OneEvent'),
    ),
  },
  '/api/tasks/{id}/events/{seq}/source': {
    get: operation('The exact line that an event came from', [ID, SEQ, GENERATION], {
      description: 'The line without its newline.',
      content: {
        'text/plain': {},
        'application/octet-stream': { schema: { description: 'A line that is not UTF-8.' } },
      },
    }),
  },
  '/api/tasks/{id}/output': {
    get: operation(
      'What the runs of a task printed, as text',
      [ID, query('after', 'The "next" of the answer before.')],
      json('OutputPage'),
    ),
  },
  '/api/tasks/{id}/stream': {
    get: operation(
      'Events of a task from a position on, live (SSE)',
      [
        ID,
        query('since', 'The seq or id (generation-seq) of the last event that the client has.'),
        {
          name: 'Last-Event-ID',
          in: 'header',
          description:
            'As "since", and comes before it. An id that is not of this history starts from the beginning.',
          schema: { type: 'string' },
        },
      ],
      eventStream(
        '"event: event" has the id generation-seq and an Event as data; "event: task" has no id and TaskNews as data.',
      ),
    ),
  },
  '/api/stream': {
    get: operation(
      'Changes of any task, live (SSE)',
      [],
      eventStream('"event: task" with TaskNews as data.'),
    ),
  },
  '/api/attachments/{id}': {
    get: operation(
      'A file that was taken out of a line',
      [path('id', 'sha256-<hex>, as "files" of events have it.')],
      {
        description: 'PNG, JPEG, WebP and GIF to be shown, anything else to be saved.',
        content: { 'image/*': {}, 'application/octet-stream': {} },
      },
    ),
  },
  '/api/openapi.json': {
    get: operation('This document', [], { description: 'OpenAPI 3.1', content: { 'application/json': {} } }),
  },
}

function operation(summary: string, parameters: Schema[], answer: Schema, more: Schema = {}): Schema {
  const failure = {
    description: 'What happened and what to do.',
    content: { 'application/json': { schema: ref('Error') } },
  }
  const status = answer.content === undefined ? '204' : '200'
  return { summary, parameters, responses: { [status]: answer, default: failure }, ...more }
}

function path(name: string, description: string, schema: Schema = { type: 'string' }): Schema {
  return { name, in: 'path', required: true, description, schema }
}

function query(name: string, description: string, schema: Schema = { type: 'string' }): Schema {
  return { name, in: 'query', description, schema }
}

function body(properties: { [key: string]: Schema }): Schema {
  const schema = { type: 'object', required: Object.keys(properties), properties }
  return { required: true, content: { 'application/json': { schema } } }
}

function json(name: string): Schema {
  return { description: name, content: { 'application/json': { schema: ref(name) } } }
}

function eventStream(description: string): Schema {
  return { description, content: { 'text/event-stream': { schema: { type: 'string' } } } }
}

function noContent(): Schema {
  return { description: 'Done.' }
}
