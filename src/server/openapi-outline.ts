import { SPAN_LANES } from '../core/span.ts'
import {
  listOf,
  numberOrNull,
  object,
  ref,
  type Schema,
  text,
  textOrNull,
  whole,
  wholeOrNull,
  yesOrNo,
} from './openapi-shapes.ts'

const seq: Schema = { type: 'integer', minimum: 1 }

const figureKeys = {
  inputTokens: numberOrNull,
  outputTokens: numberOrNull,
  cacheReadTokens: numberOrNull,
  cacheCreationTokens: numberOrNull,
  costUsd: { ...numberOrNull, description: "The harness's own; null where it states none." },
  durationMs: { ...numberOrNull, description: "The harness's own; null where it states none." },
  modelCalls: { ...whole, description: 'Each once.' },
}

const usageKeys = {
  inputTokens: numberOrNull,
  outputTokens: numberOrNull,
  cacheReadTokens: numberOrNull,
  cacheCreationTokens: numberOrNull,
  costUsd: { ...numberOrNull, description: 'As the harnesses stated it.' },
  calls: { ...whole, description: 'Model calls, each once.' },
  tasks: whole,
}

const turnKeys = {
  number: { type: 'integer', minimum: 1 },
  firstSeq: seq,
  lastSeq: { ...seq, description: 'The last event before the next turn.' },
  words: {
    ...textOrNull,
    description: 'What the human said first, clipped; null where nobody said anything.',
  },
  wordsTruncated: yesOrNo,
  startedAt: { ...whole, description: 'ms since the epoch' },
  endedAt: { ...wholeOrNull, description: 'ms since the epoch, null while it goes on.' },
  ...figureKeys,
  calls: { ...whole, description: 'Tool calls, those of subagents included.' },
  failures: { ...whole, description: 'Tool calls that failed.' },
  messages: { ...whole, description: 'What the assistant said; fragments of one message count once.' },
  status: { enum: ['running', 'succeeded', 'failed', 'interrupted', 'no-result'] },
  reason: { ...textOrNull, description: 'Why it ended so: a word, or the words of the last error.' },
}

const lane: Schema = { enum: [...SPAN_LANES] }
const ms: Schema = {
  type: 'object',
  propertyNames: lane,
  additionalProperties: { type: 'number', minimum: 0 },
  description: 'Time by lane (ms); lanes without any are left out. Stretches of one lane never overlap.',
}

const matchKeys = {
  seq: { ...seq, description: 'Of a text in fragments, that of the first.' },
  ts: { ...whole, description: 'ms since the epoch' },
  type: text,
  where: {
    ...text,
    description:
      'message, thinking, call, input, output, plan, title, started, background, ended or notice; the list is open.',
  },
  excerpt: { ...text, description: 'The words around the first match, on one line.' },
  offsets: {
    ...listOf({ type: 'array', items: whole, minItems: 2, maxItems: 2 }),
    description: 'Start and end of each match in the excerpt (UTF-16 units).',
  },
}

/** The shapes of turns, the strip and matches, by name. */
export const OUTLINE_SCHEMAS: { readonly [name: string]: Schema } = {
  Turn: object(turnKeys),
  TurnPage: object({
    turns: listOf(ref('Turn')),
    unattributed: {
      oneOf: [object(figureKeys), { type: 'null' }],
      description: 'What was consumed before the first turn. With all turns it adds up to the recap.',
    },
    total: { ...whole, description: 'How many turns there are.' },
    hasMore: yesOrNo,
    generation: whole,
  }),
  Match: object(matchKeys),
  FindPage: object({
    matches: listOf(ref('Match')),
    firstPosition: { ...wholeOrNull, description: "Place of the page's first match among all, from 1." },
    total: { ...whole, description: 'Matching events found so far.' },
    isComplete: { ...yesOrNo, description: 'False: the rest is being looked through, ask again for all.' },
    hasMore: yesOrNo,
    generation: whole,
  }),
  SearchPage: object({
    results: listOf(
      object({
        task: ref('TaskSummary'),
        isTitle: { ...yesOrNo, description: 'The title holds the text.' },
        matches: { ...listOf(ref('Match')), description: 'The first events that do, at most three.' },
      }),
    ),
    next: {
      ...textOrNull,
      description: 'Give it as "before"; null when all tasks have been looked through.',
    },
  }),
  UsageTable: object({ rows: listOf(ref('UsageRow')), totals: object(usageKeys) }),
  UsageRow: object(
    { key: { ...textOrNull, description: 'Null where nobody named it.' }, ...usageKeys },
    { title: { ...textOrNull, description: 'Only of tasks.' } },
  ),
  StripMark: object({ count: { type: 'integer', minimum: 1 }, firstSeq: seq }),
  StripBucket: object(
    {
      firstSeq: { ...wholeOrNull, description: 'An event to jump to; null where nothing begins.' },
      ms,
      contextTokens: { ...numberOrNull, description: 'The last reading in this slice.' },
    },
    {
      turns: ref('StripMark'),
      failures: ref('StripMark'),
      compactions: ref('StripMark'),
      limits: ref('StripMark'),
    },
  ),
  Strip: object({
    from: { ...wholeOrNull, description: 'Time of the first event (ms since the epoch).' },
    to: { ...wholeOrNull, description: 'Time of the last event (ms since the epoch).' },
    bucketMs: { type: 'number', minimum: 0 },
    ms,
    buckets: listOf(ref('StripBucket')),
    open: {
      ...listOf(object({ lane, since: whole, seq })),
      description: 'What goes on at the last event. Its time up to then is counted.',
    },
    contextWindow: numberOrNull,
    generation: whole,
  }),
}
