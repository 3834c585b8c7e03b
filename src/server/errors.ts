import type { ContentfulStatusCode } from 'hono/utils/http-status'

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

/** The code of a store's error, null for any other. */
export function storeErrorCode(error: unknown): string | null {
  return error instanceof Error && error.name === 'StoreError' && 'code' in error ? String(error.code) : null
}

/** What a client is told of a store's error, null for any other error. */
export function fromStoreError(error: unknown): ApiError | null {
  const code = storeErrorCode(error)
  if (code === null || !(error instanceof Error)) return null
  const { status, hint } = STORE_ANSWERS[code] ?? {
    status: 500,
    hint: 'Look at the output of "agent-stream serve".',
  }
  return new ApiError(status, code, error.message, hint)
}

const STORE_ANSWERS: Readonly<Record<string, { status: ContentfulStatusCode; hint: string }>> = {
  locked: { status: 503, hint: 'Another process writes to the store. Try again in a moment.' },
  'generation-gone': {
    status: 409,
    hint: 'Read the task again, and its events with the generation that it has now.',
  },
  'task-live': { status: 409, hint: 'Stop the task, or wait until its process has ended.' },
  'ambiguous-id': { status: 409, hint: 'Give more of the id.' },
}
