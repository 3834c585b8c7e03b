import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import { isAgentProtocol, protocolOfCommand } from '../dialects/registry.ts'
import {
  answerRequest,
  appendForeign,
  createForeignRun,
  endForeign,
  interruptRun,
  replyToTask,
  startRun,
  stopRun,
} from '../recorder/index.ts'
import type { RunRecord, Store } from '../store/store.ts'
import type { Access } from './access.ts'
import type { AppSettings } from './app.ts'
import { limitBody, readJsonBody } from './body.ts'
import { ApiError } from './errors.ts'
import { findTask } from './find-task.ts'
import { badParameter, flag, wholeNumber } from './params.ts'

/** Longest body with a person's words and files, in bytes. */
const MAX_WORDS_BYTES = 64 * 1024 * 1024

/** Longest piece of a stream that is taken at once, in bytes. */
const MAX_LINES_BYTES = 64 * 1024 * 1024

const words = v.pipe(
  v.string(),
  v.check((value) => value.trim() !== '', 'says nothing'),
)
/** Files that go with a person's words. */
const FILES = v.optional(
  v.array(
    v.pipe(
      v.object({
        name: words,
        mediaType: v.optional(v.nullable(v.string()), null),
        base64: v.pipe(v.string(), v.base64()),
      }),
      v.transform(({ base64, ...file }) => ({ ...file, bytes: Buffer.from(base64, 'base64') })),
    ),
  ),
  [],
)
const START = v.object({
  command: v.union([
    words,
    v.pipe(
      v.array(v.string()),
      v.check((argv) => Boolean(argv[0]), 'is empty'),
    ),
  ]),
  protocol: v.optional(
    v.pipe(
      v.string(),
      v.check((name) => isAgentProtocol(name), 'is no known protocol'),
    ),
  ),
  prompt: v.optional(v.string(), ''),
  cwd: v.optional(words),
  env: v.optional(v.record(v.string(), v.string())),
  title: v.optional(v.string()),
  keepOpen: v.optional(v.boolean(), false),
  foreign: v.optional(v.boolean(), false),
  timeLimitMs: v.optional(v.pipe(v.number(), v.minValue(1))),
  spoolLimitBytes: v.optional(v.pipe(v.number(), v.minValue(1))),
  waitBackgroundMs: v.optional(v.pipe(v.number(), v.minValue(1))),
  permissions: v.optional(v.picklist(['ask', 'allow', 'deny'])),
  authMethod: v.optional(words),
  files: FILES,
})
const MESSAGE = v.pipe(
  v.object({ text: v.string(), files: FILES }),
  v.check(({ text, files }) => text.trim() !== '' || files.length > 0, 'says nothing'),
)
const ANSWER = v.object({ requestId: words, optionId: words, text: v.optional(v.nullable(v.string()), null) })

/** Adds the routes that start and steer processes. Every one needs the token, whatever the address. */
export function routeSteering(app: Hono, { store, home }: AppSettings, access: Access): void {
  app.post('/api/tasks', limitBody(MAX_WORDS_BYTES), async (context) => {
    access.requireToken(context)
    const place = demandHome(home)
    const { env, foreign, ...options } = await readBody(context, START)
    const protocol = options.protocol ?? protocolOfCommand(options.command)
    const started = foreign
      ? await createForeignRun(store, { ...options, home: place, protocol: protocol ?? 'none' })
      : await startRun(store, { ...options, home: place, protocol, env: { ...process.env, ...env } })
    return context.json(started, 201)
  })

  app.post('/api/tasks/:id/messages', limitBody(MAX_WORDS_BYTES), async (context) => {
    access.requireToken(context)
    const task = await findTask(store, context)
    const said = await readBody(context, MESSAGE)
    return context.json(await replyToTask(store, { home: demandHome(home), taskId: task.id, ...said }), 202)
  })

  app.post('/api/tasks/:id/lines', limitBody(MAX_LINES_BYTES), async (context) => {
    access.requireToken(context)
    const run = await runningRun(store, context)
    const offset = wholeNumber(context, 'offset', 0, Number.MAX_SAFE_INTEGER)
    if (offset === null)
      throw badParameter('The parameter "offset" is missing.', 'Say where in the stream these bytes begin.')
    const size = appendForeign(run, offset, new Uint8Array(await context.req.arrayBuffer()))
    if (flag(context, 'end') === true) {
      endForeign(run, {
        exitCode: wholeNumber(context, 'exitCode', 0, 255),
        signal: context.req.query('signal') ?? null,
      })
    }
    return context.json({ runId: run.id, size }, 202)
  })

  app.post('/api/tasks/:id/interrupt', async (context) => {
    access.requireToken(context)
    const run = await runningRun(store, context)
    return context.json({ runId: run.id, wasRunning: await interruptRun(store, run.id) }, 202)
  })

  app.post('/api/tasks/:id/stop', async (context) => {
    access.requireToken(context)
    const run = await runningRun(store, context)
    return context.json({ runId: run.id, wasRunning: await stopRun(store, run.id) }, 202)
  })

  app.post('/api/tasks/:id/answers', limitBody(MAX_WORDS_BYTES), async (context) => {
    access.requireToken(context)
    const task = await findTask(store, context)
    await answerRequest(store, { taskId: task.id, ...(await readBody(context, ANSWER)) })
    return context.body(null, 204)
  })
}

function demandHome(home: string | null): string {
  if (home !== null) return home
  throw new ApiError(
    403,
    'cannot-start',
    'This server only reads: it was made without a folder for runs.',
    'Start it with "agent-stream serve".',
  )
}

async function runningRun(store: Store, context: Context): Promise<RunRecord> {
  const task = await findTask(store, context)
  const run = (await store.listRuns(task.id)).at(-1)
  if (run && !run.complete) return run
  throw new ApiError(
    409,
    'not-running',
    `Nothing runs in task ${task.id}.`,
    'Read the task: its run has ended.',
  )
}

async function readBody<T extends v.GenericSchema>(context: Context, schema: T): Promise<v.InferOutput<T>> {
  const parsed = v.safeParse(schema, await readJsonBody(context))
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  const path = issue.path?.map((part) => String(part.key)).join('.') ?? 'The body'
  throw new ApiError(400, 'bad-body', `${path}: ${issue.message}`, 'See /api/openapi.json.')
}
