import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { RecorderError, type RecorderErrorCode } from '../recorder/index.ts'
import { StoreError, type StoreErrorCode } from '../store/index.ts'

/** What the body of every failed request holds. */
export type ErrorBody = {
  error: {
    /** A word that never changes, e.g. `no-such-task`. */
    code: string
    /** What happened, on what. */
    message: string
    /** What to do next. */
    hint: string
  }
  /** Only with `generation-gone`: the generation to read instead. */
  generation?: number
}

/** A request that cannot be answered as it is; becomes an {@link ErrorBody} with this status. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: ContentfulStatusCode
  readonly code: string
  readonly hint: string
  /** With `generation-gone`: the generation to read instead. */
  readonly generation: number | null

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    hint: string,
    generation: number | null = null,
  ) {
    super(message)
    this.status = status
    this.code = code
    this.hint = hint
    this.generation = generation
  }
}

/** The server cannot start or may not be made this way. The message says what happened and what to do. */
export class ServerError extends Error {
  override readonly name = 'ServerError'
  readonly code: 'port-taken' | 'port-forbidden' | 'host-unknown' | 'token-needed' | 'listen-failed'

  constructor(code: ServerError['code'], message: string, options?: { cause: unknown }) {
    super(message, options)
    this.code = code
  }
}

/** The body for an error. */
export function errorBody(error: ApiError): ErrorBody {
  const body: ErrorBody = { error: { code: error.code, message: error.message, hint: error.hint } }
  if (error.generation !== null) body.generation = error.generation
  return body
}

/** The task's events were written anew: the caller's positions mean nothing any more. */
export function generationGone(asked: number, current: number): ApiError {
  return new ApiError(
    409,
    'generation-gone',
    `This task's events were translated again: generation ${asked} is not served, ${current} is.`,
    `Forget what was loaded and read again with generation=${current}.`,
    current,
  )
}

/** What a client is told of a store's error, null for any other error. */
export function fromStoreError(error: unknown): ApiError | null {
  if (!(error instanceof StoreError)) return null
  const { status, hint } = STORE_ANSWERS[error.code] ?? STORE_BROKEN
  return new ApiError(status, error.code, error.message, hint, error.generation)
}

/** What a client is told of a recorder's error, null for any other error. */
export function fromRecorderError(error: unknown): ApiError | null {
  if (!(error instanceof RecorderError)) return null
  const { status, hint } = RECORDER_ANSWERS[error.code]
  return new ApiError(status, error.code, error.message, hint)
}

const RECORDER_ANSWERS: { readonly [code in RecorderErrorCode]: StoreAnswer } = {
  'no-working-folder': { status: 400, hint: 'Give a folder that exists on the machine of the server.' },
  'unknown-run': { status: 404, hint: 'Read the task again: it may have been removed.' },
  'unsupported-platform': { status: 501, hint: 'Use a server on Linux or macOS.' },
  'no-keeper': { status: 500, hint: 'See the output of "agent-stream serve".' },
  'cannot-write': { status: 507, hint: 'Free some space on the disk of the server, then try again.' },
  'not-listening': { status: 409, hint: 'Read the task: its harness may have ended.' },
  busy: { status: 409, hint: 'Wait for the end of the run, or interrupt it.' },
  'cannot-resume': { status: 409, hint: 'Start a new task.' },
  'bad-export': { status: 400, hint: 'Export the task again.' },
  gap: { status: 409, hint: 'Send from the byte on that the message names.' },
  'no-such-request': { status: 409, hint: 'Read the task: "needs" lists what is open, with its options.' },
}

type StoreAnswer = { readonly status: ContentfulStatusCode; readonly hint: string }

/** The store itself cannot be used: its own message says why and what to do. */
const STORE_BROKEN: StoreAnswer = {
  status: 500,
  hint: 'Mend the store, then start "agent-stream serve" again.',
}

const STORE_ANSWERS: { readonly [code in StoreErrorCode]?: StoreAnswer } = {
  'store-locked': { status: 503, hint: 'Try again in a moment.' },
  'cursor-moved': { status: 409, hint: 'Another process wrote first. Try again.' },
  'lease-lost': { status: 409, hint: 'Another process took over. Try again.' },
  'task-live': { status: 409, hint: 'Stop the task, or wait until its process has ended.' },
  'unknown-task': { status: 404, hint: 'GET /api/tasks lists the tasks.' },
  'unknown-run': { status: 404, hint: 'Read the task again: it may have been removed.' },
  'ambiguous-id': { status: 409, hint: 'Give more of the id.' },
  'generation-gone': { status: 409, hint: 'Forget what was loaded and read again with the new generation.' },
}
