import { vocabularyJsonSchema } from '../schema/index.ts'
import { OUTLINE_PATHS } from './openapi-outline-paths.ts'
import {
  answer,
  body,
  eventStream,
  GENERATION,
  ID,
  json,
  noContent,
  operation,
  type Paths,
  path,
  query,
  USER_FILES,
  ZONE,
} from './openapi-parts.ts'
import { SCHEMAS } from './openapi-schemas.ts'
import type { Schema } from './openapi-shapes.ts'

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

const SEQ = path('seq', 'The number of an event.', { type: 'integer', minimum: 1 })
const PATHS: Paths = {
  ...OUTLINE_PATHS,
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
        query('day', 'Only tasks that were at work on this day, e.g. 2026-12-01.', {
          type: 'string',
          format: 'date',
        }),
        ZONE,
        query('before', 'The "next" of the page before.'),
        query('limit', 'How many, 50 unless said.', { type: 'integer', minimum: 1, maximum: 500 }),
      ],
      json('TaskPage'),
    ),
    post: operation('Start a harness and record it', [], json('StartedRun', '201'), {
      requestBody: body(
        {
          command: {
            description: 'argv, run without a shell; or one shell command.',
            oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' }, minItems: 1 }],
          },
          protocol: { type: 'string', description: 'Found by the program when absent.' },
          prompt: { type: 'string' },
          cwd: { type: 'string' },
          env: {
            type: 'object',
            additionalProperties: { type: 'string' },
            description: 'Besides the environment of the server. Never stored.',
          },
          title: { type: 'string' },
          foreign: {
            type: 'boolean',
            description: 'Start nothing: another machine sends what its process prints, by POST …/lines.',
          },
          keepOpen: { type: 'boolean', description: 'An interactive harness stays for replies.' },
          timeLimitMs: { type: 'number', minimum: 1 },
          spoolLimitBytes: { type: 'number', minimum: 1 },
          waitBackgroundMs: {
            type: 'number',
            minimum: 1,
            description: 'So long is work in the background waited for after a turn.',
          },
          permissions: {
            enum: ['ask', 'allow', 'deny'],
            description: 'Who answers when an interactive harness asks whether it may do something.',
          },
          authMethod: { type: 'string', description: 'How an ACP agent is logged in to.' },
          files: USER_FILES,
        },
        ['command'],
      ),
      security: STEERING,
    }),
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
    get: operation(
      'The exact line that an event came from',
      [ID, SEQ, GENERATION],
      answer({
        description: 'The line without its newline.',
        content: {
          'text/plain': {},
          'application/octet-stream': { schema: { description: 'A line that is not UTF-8.' } },
        },
      }),
    ),
  },
  '/api/tasks/{id}/messages': {
    post: operation(
      'Say the next words: to the interactive harness that runs, or to a new run that resumes its session; 409 while a one-shot run is going on',
      [ID],
      json('Reply', '202'),
      { requestBody: body({ text: { type: 'string' }, files: USER_FILES }), security: STEERING },
    ),
  },
  '/api/tasks/{id}/lines': {
    post: operation(
      'Add stdout bytes of a foreign run at their offset; sending some again changes nothing; 409 with code "gap" when bytes before them are missing',
      [
        ID,
        query('offset', 'Where in the stream these bytes begin.', { type: 'integer', minimum: 0 }),
        query('end', '1: these are the last.', { enum: ['0', '1'] }),
        query('exitCode', 'With end: how the process ended.', { type: 'integer', minimum: 0, maximum: 255 }),
        query('signal', 'With end: the signal that ended it, e.g. SIGTERM.'),
      ],
      json('Appended', '202'),
      {
        requestBody: { required: true, content: { 'application/octet-stream': {} } },
        security: STEERING,
      },
    ),
  },
  '/api/tasks/{id}/interrupt': {
    post: operation('Interrupt the turn; 409 when nothing runs', [ID], json('Steered', '202'), {
      security: STEERING,
    }),
  },
  '/api/tasks/{id}/stop': {
    post: operation('Stop the run; 409 when nothing runs', [ID], json('Steered', '202'), {
      security: STEERING,
    }),
  },
  '/api/tasks/{id}/answers': {
    post: operation('Answer an open permission request or question', [ID], noContent(), {
      requestBody: body(
        {
          requestId: { type: 'string', description: 'Of a request in "needs" of the folded state.' },
          optionId: { type: 'string', description: 'Of one of its options.' },
          text: { type: ['string', 'null'], description: 'Words that go with it.' },
        },
        ['requestId', 'optionId'],
      ),
      security: STEERING,
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
      answer({
        description: 'PNG, JPEG, WebP and GIF to be shown, anything else to be saved.',
        content: { 'image/*': {}, 'application/octet-stream': {} },
      }),
    ),
  },
  '/api/openapi.json': {
    get: operation(
      'This document',
      [],
      answer({ description: 'OpenAPI 3.1', content: { 'application/json': {} } }),
    ),
  },
}
