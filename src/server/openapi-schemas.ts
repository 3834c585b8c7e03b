import { OUTLINE_SCHEMAS } from './openapi-outline.ts'
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

const recapKeys = {
  model: textOrNull,
  inputTokens: numberOrNull,
  outputTokens: numberOrNull,
  cacheReadTokens: numberOrNull,
  cacheCreationTokens: numberOrNull,
  contextTokens: numberOrNull,
  contextWindow: numberOrNull,
  costUsd: numberOrNull,
  turns: numberOrNull,
  durationMs: numberOrNull,
  hiddenRaw: whole,
  events: whole,
  openCalls: whole,
  background: whole,
}

const summaryKeys = {
  id: { type: 'string', format: 'uuid' },
  title: textOrNull,
  status: {
    type: 'string',
    description:
      'starting, running, needs-input, background, waiting, succeeded, failed, interrupted or no-result; the list is open.',
  },
  harness: textOrNull,
  protocol: text,
  createdAt: { ...whole, description: 'ms since the epoch' },
  lastAt: { ...wholeOrNull, description: 'When the last line was stored (ms), null before the first.' },
  recap: ref('Recap'),
}

const eventKeys = {
  seq: { type: 'integer', minimum: 1, description: 'Dense within the generation; the order of events.' },
  ts: { ...whole, description: 'ms since the epoch' },
  tsKind: { enum: ['stated', 'read', 'late'] },
  type: { type: 'string', description: 'A type of the vocabulary; treat an unknown one like raw.' },
  payload: {
    type: 'object',
    description: 'By type, see Vocabulary; "jsonl" tasks hand payloads on unchecked.',
  },
  run: { type: 'string', format: 'uuid' },
  hasSource: { ...yesOrNo, description: 'False for what agent-stream itself recorded.' },
}

const runKeys = {
  id: { type: 'string', format: 'uuid' },
  ordinal: { type: 'integer', minimum: 1 },
  protocol: text,
  command: { oneOf: [text, { type: 'array', items: text }] },
  cwd: textOrNull,
  createdAt: whole,
  startedAt: wholeOrNull,
  endedAt: wholeOrNull,
  exitCode: wholeOrNull,
  signal: textOrNull,
  stoppedBy: { enum: ['user', 'time_limit', 'spool_limit', 'end_of_input', null] },
  complete: yesOrNo,
}

const outputKeys = {
  run: { type: 'string', format: 'uuid' },
  stream: { enum: ['stdout', 'stderr'] },
  text,
  ts: wholeOrNull,
}

/** The shapes that the routes speak of, by name. */
export const SCHEMAS: { readonly [name: string]: Schema } = {
  ...OUTLINE_SCHEMAS,
  Recap: object(recapKeys),
  TaskSummary: object(summaryKeys),
  TaskPage: object({
    tasks: listOf(ref('TaskSummary')),
    next: { ...textOrNull, description: 'Give it as "before".' },
  }),
  Run: object(runKeys),
  Task: object({
    task: object({ ...summaryKeys, titleOrigin: { enum: ['human', 'agent', 'placeholder', null] } }),
    runs: listOf(ref('Run')),
    state: {
      type: ['object', 'null'],
      description: 'The folded session state, null before the first event.',
    },
    generation: whole,
    lastSeq: whole,
    steering: {
      ...object({ reply: { enum: ['turn', 'run', null] }, why: textOrNull, isRunning: yesOrNo }),
      description: 'How a reply would reach it: as a turn of what runs, by a new run, or not, and why.',
    },
  }),
  Event: object(eventKeys),
  OneEvent: object({ ...eventKeys, generation: whole }),
  EventPage: object({
    events: listOf(ref('Event')),
    related: { ...listOf(ref('Event')), description: 'The calls and parents that these events speak of.' },
    firstSeq: wholeOrNull,
    lastSeq: wholeOrNull,
    hasMore: yesOrNo,
    generation: whole,
  }),
  OutputPage: object({
    output: listOf(object(outputKeys, { cut: { const: true } })),
    next: { ...text, description: 'Give it as "after"; at the end too, where more may come.' },
    hasMore: yesOrNo,
  }),
  StartedRun: object({ taskId: text, runId: text }),
  Appended: object({
    runId: text,
    size: { ...whole, description: 'Bytes of the stream that are here now.' },
  }),
  Reply: object({ runId: text, isNewRun: yesOrNo }),
  Steered: object({
    runId: text,
    wasRunning: { ...yesOrNo, description: 'False: the harness had ended already.' },
  }),
  TaskNews: object(
    { id: text, title: textOrNull, status: text, recap: ref('Recap'), generation: whole },
    { removed: { const: true, description: 'The task is gone; nothing but its id means anything.' } },
  ),
  Session: object({ authorized: yesOrNo, readsNeedToken: yesOrNo, canStart: yesOrNo, version: text }),
  Error: object(
    { error: object({ code: text, message: text, hint: text }) },
    { generation: { ...whole, description: 'With generation-gone: the one to read instead.' } },
  ),
}
