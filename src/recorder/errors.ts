/** What went wrong around a run. */
export type RecorderErrorCode =
  | 'no-working-folder'
  | 'unknown-run'
  | 'unsupported-platform'
  | 'no-keeper'
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
