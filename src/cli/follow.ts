import type { Store, StoredEvent, StoredLine } from '../store/index.ts'

const PAGE = 500

/**
 * Hands on a task's events in order as they are stored, from the first one after `since`. Resolves when `isOver` says so
 * and all is handed on, or when the signal comes.
 */
export async function followEvents(
  store: Store,
  taskId: string,
  onEvent: (event: StoredEvent) => void,
  { since = 0, isOver, signal }: { since?: number; isOver: () => Promise<boolean>; signal?: AbortSignal },
): Promise<void> {
  let last = since
  await followChanges(store, taskId, isOver, signal, async () => {
    for (;;) {
      const page = await store.readEvents({ taskId, since: last, limit: PAGE })
      for (const event of page.events) onEvent(event)
      last = page.lastSeq ?? last
      if (!page.hasMore) return
    }
  })
}

/** Hands on the stored lines of a run in order. Resolves like `followEvents`. */
export async function followLines(
  store: Store,
  taskId: string,
  runId: string,
  onLine: (line: StoredLine) => void,
  { isOver, signal }: { isOver: () => Promise<boolean>; signal?: AbortSignal },
): Promise<void> {
  let from = 0
  await followChanges(store, taskId, isOver, signal, async () => {
    for (;;) {
      const lines = await store.readLines(runId, from, PAGE)
      for (const line of lines) onLine(line)
      const last = lines.at(-1)
      if (!last) return
      from = last.offset + 1
    }
  })
}

/** Whether a task's last run is complete: nothing more will come. */
export function isTaskOver(store: Store, taskId: string): () => Promise<boolean> {
  return async () => (await store.listRuns(taskId)).every((run) => run.complete)
}

async function followChanges(
  store: Store,
  taskId: string,
  isOver: () => Promise<boolean>,
  signal: AbortSignal | undefined,
  readOn: () => Promise<void>,
): Promise<void> {
  let isChanged = true
  let wake: (() => void) | null = null
  const rouse = (): void => {
    isChanged = true
    wake?.()
  }
  const stop = store.onChange((change) => (change.taskId === null || change.taskId === taskId) && rouse())
  signal?.addEventListener('abort', rouse)
  // The store's look at other processes' commits does not hold the process; waiting for them does.
  const hold = setInterval(() => undefined, 60_000)
  try {
    while (!signal?.aborted) {
      isChanged = false
      const over = await isOver()
      await readOn()
      if (over) return
      if (!isChanged) await new Promise<void>((resolve) => (wake = resolve))
      wake = null
    }
  } finally {
    clearInterval(hold)
    signal?.removeEventListener('abort', rouse)
    stop()
  }
}
