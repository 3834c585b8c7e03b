/** What went wrong around a run. */
export type RecorderErrorCode =
  | 'no-working-folder'
  | 'unknown-run'
  | 'unsupported-platform'
  | 'no-keeper'
  | 'cannot-write'
  | 'not-listening'
  | 'busy'
  | 'cannot-resume'
  | 'no-such-request'
  | 'gap'
  | 'bad-export'

/** A run could not be started, read or stopped. The message says what happened, on what, and what to do next. */
export class RecorderError extends Error {
  readonly code: RecorderErrorCode

  constructor(code: RecorderErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'RecorderError'
    this.code = code
  }
}

/** What a failed write into the folder of a run means; an error that is none is given back as it is. */
export function writeErrorOf(error: unknown, folder: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (syscall === undefined) return error
  const next = 'Free some space on its disk, make it writable, or name another home with AGENT_STREAM_HOME.'
  const message = `The run's folder ${folder} cannot be written (${code}). ${next}`
  return new RecorderError('cannot-write', message, { cause: error })
}
