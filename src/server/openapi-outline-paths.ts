import { GENERATION, ID, json, operation, type Paths, query, ZONE } from './openapi-parts.ts'
import { USAGE_KEYS } from './usage.ts'

/** The routes that need no events: turns, the strip, matches, and consumption. */
export const OUTLINE_PATHS: Paths = {
  '/api/tasks/{id}/turns': {
    get: operation(
      'Heads of the turns of a task, with their totals, ascending',
      [
        ID,
        query('after', 'Turns after this number.', { type: 'integer', minimum: 0 }),
        query('limit', 'How many, 200 unless said.', { type: 'integer', minimum: 1, maximum: 2000 }),
        GENERATION,
      ],
      json('TurnPage'),
    ),
  },
  '/api/tasks/{id}/spans': {
    get: operation(
      'Where the time of the whole session went, in slices of equal length',
      [
        ID,
        query('buckets', 'How many slices, 400 unless said.', { type: 'integer', minimum: 1, maximum: 2000 }),
        GENERATION,
      ],
      json('Strip'),
    ),
  },
  '/api/tasks/{id}/find': {
    get: operation(
      'Where a text stands in the whole session, in what a person sees of it, case set aside',
      [
        ID,
        query('q', 'The text.', { type: 'string', minLength: 1, maxLength: 500 }),
        query('after', 'Matches after this seq; 0 unless said.', { type: 'integer', minimum: 0 }),
        query('before', 'The last matches before this seq.', { type: 'integer', minimum: 1 }),
        query('limit', 'How many, 50 unless said.', { type: 'integer', minimum: 1, maximum: 500 }),
        GENERATION,
      ],
      json('FindPage'),
    ),
  },
  '/api/search': {
    get: operation(
      'Tasks that hold a text in their title or events, newest first; a page may end early with "next"',
      [
        query('q', 'The text, case set aside.', { type: 'string', minLength: 1, maxLength: 500 }),
        query('before', 'The "next" of the page before.'),
        query('limit', 'How many tasks, 20 unless said.', { type: 'integer', minimum: 1, maximum: 100 }),
      ],
      json('SearchPage'),
    ),
  },
  '/api/usage': {
    get: operation(
      'What all tasks consumed',
      [
        query('by', 'By what it is added up: by day unless said.', { enum: [...USAGE_KEYS] }),
        query('from', 'From this day on.', { type: 'string', format: 'date' }),
        query('to', 'Up to this day, inclusive.', { type: 'string', format: 'date' }),
        ZONE,
      ],
      json('UsageTable'),
    ),
  },
}
