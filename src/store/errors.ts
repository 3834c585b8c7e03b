/** What went wrong with a store. */
export type StoreErrorCode =
  | 'store-unavailable'
  | 'store-locked'
  | 'store-newer'
  | 'store-damaged'
  | 'store-failed'
  | 'store-conflict'
  | 'store-closed'
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

/** What the primary result codes of SQLite mean to us: https://sqlite.org/rescode.html */
const MEANINGS: Readonly<Record<number, [StoreErrorCode, what: string, next: string]>> = {
  5: [
    'store-locked',
    'is locked',
    'Another process is writing to it: wait until it is done, or stop it, and try again.',
  ],
  6: [
    'store-locked',
    'is locked',
    'Another process is writing to it: wait until it is done, or stop it, and try again.',
  ],
  8: [
    'store-unavailable',
    'may not be written',
    'Make it and its folder writable, or name another home with AGENT_STREAM_HOME.',
  ],
  11: [
    'store-damaged',
    'is damaged',
    'Restore it from a backup, or move it away to start with an empty one.',
  ],
  13: ['store-failed', 'has no room', 'Free some space on its disk and try again.'],
  14: [
    'store-unavailable',
    'cannot be opened',
    'Make it and its folder writable, or name another home with AGENT_STREAM_HOME.',
  ],
  19: [
    'store-conflict',
    'refused a row',
    'It holds it already: give every task and run an id of its own, every line its offset.',
  ],
  26: [
    'store-damaged',
    'is damaged',
    'Restore it from a backup, or move it away to start with an empty one.',
  ],
}

/**
 * The `StoreError` that a failure of the engine or the file system means; any other error (the caller's own, thrown
 * while we worked for it) is given back as it is.
 */
export function storeErrorOf(error: unknown, location: string): unknown {
  if (!(error instanceof Error) || error instanceof StoreError) return error
  const { code, errcode, syscall } = error as NodeJS.ErrnoException & { errcode?: number }
  if (code === 'ERR_INVALID_STATE') {
    return new StoreError('store-closed', `The store ${location} was closed. Open it again.`, {
      cause: error,
    })
  }
  if (syscall !== undefined) {
    const next = 'Make its folder writable, or name another home with AGENT_STREAM_HOME.'
    const message = `The store ${location} cannot be opened (${code}). ${next}`
    return new StoreError('store-unavailable', message, { cause: error })
  }
  if (code !== 'ERR_SQLITE_ERROR') return error
  // The low byte is the primary code, the rest says more about it.
  const [meaning, what, next] = MEANINGS[(errcode ?? 0) & 0xff] ?? [
    'store-failed',
    'failed',
    'Check its disk, and the file with: sqlite3 FILE "pragma integrity_check"',
  ]
  const detail = meaning === 'store-locked' ? '' : ` (${error.message})`
  return new StoreError(meaning, `The store ${location} ${what}${detail}. ${next}`, { cause: error })
}
