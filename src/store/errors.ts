/** What went wrong with a store. */
export type StoreErrorCode =
  | 'store-unavailable'
  | 'store-locked'
  | 'store-newer'
  | 'store-damaged'
  | 'store-failed'
  | 'cursor-moved'
  | 'lease-lost'
  | 'task-live'
  | 'unknown-task'
  | 'unknown-run'
  | 'ambiguous-id'
  | 'generation-gone'

/** A store could not do its work. The message says what happened, on which file, and what to do next. */
export class StoreError extends Error {
  readonly code: StoreErrorCode
  /** With `generation-gone`: the generation that readers see now. */
  readonly generation: number | null

  constructor(code: StoreErrorCode, message: string, options: { cause?: unknown; generation?: number } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'StoreError'
    this.code = code
    this.generation = options.generation ?? null
  }
}

/** The `StoreError` that an error of the engine means; one that is a `StoreError` already stays. */
export function storeErrorOf(error: unknown, location: string): StoreError {
  if (error instanceof StoreError) return error
  const message = error instanceof Error ? error.message : String(error)
  if (/locked|busy/i.test(message)) {
    const next = 'Another process is writing to it: wait until it is done, or stop it, and try again.'
    return new StoreError('store-locked', `The store ${location} is locked. ${next}`, { cause: error })
  }
  if (/not a database|malformed|corrupt/i.test(message)) {
    const next = 'Restore it from a backup, or move it away to start with an empty one.'
    return new StoreError('store-damaged', `The store ${location} is damaged (${message}). ${next}`, {
      cause: error,
    })
  }
  const next = 'Check that the disk has room and that the file may be written.'
  return new StoreError('store-failed', `The store ${location} failed: ${message}. ${next}`, { cause: error })
}
