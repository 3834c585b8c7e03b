import type { Database, Statement } from './engine.ts'
import type { StoreChange } from './store.ts'

/** How often other processes' commits are looked for while somebody listens. The look costs some microseconds. */
const POLL_MS = 20

/** Tells listeners about commits, of this store and of other processes. */
export type ChangeFeed = {
  listen(listener: (change: StoreChange) => void): () => void
  announce(change: StoreChange): void
  close(): void
}

/** A feed over a database: `PRAGMA data_version` moves when another connection commits. */
export function createChangeFeed(database: Database): ChangeFeed {
  const listeners = new Set<(change: StoreChange) => void>()
  let versionStatement: Statement | null = null
  let timer: NodeJS.Timeout | null = null
  let version = 0

  const readVersion = (): number => {
    try {
      versionStatement ??= database.prepare('pragma data_version')
      return Number(Object.values(versionStatement.get() ?? {})[0])
    } catch {
      // A failing disk: whoever reads or writes next hears of it, with a message; a timer has nobody to tell.
      return version
    }
  }
  const announce = (change: StoreChange): void => {
    for (const listener of [...listeners]) tell(listener, change)
  }
  const poll = (): void => {
    const now = readVersion()
    if (now === version) return
    version = now
    announce({ taskId: null })
  }
  const stop = (): void => {
    if (timer) clearInterval(timer)
    timer = null
  }

  return {
    announce,
    close() {
      stop()
      listeners.clear()
      versionStatement = null
    },
    listen(listener) {
      listeners.add(listener)
      if (!timer) {
        version = readVersion()
        timer = setInterval(poll, POLL_MS)
        timer.unref()
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) stop()
      }
    },
  }
}

/** The commit is done whatever a listener does: its error is thrown on its own, not at whoever wrote. */
function tell(listener: (change: StoreChange) => void, change: StoreChange): void {
  try {
    listener(change)
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}
