import type { Store, StoredEvent, StoredLine } from '../store/index.ts'

const PAGE = 500

/** How long something is followed. */
export type FollowOptions = {
  /** Asked before each reading: once it says yes, what is there then is the last. */
  isOver: () => Promise<boolean>
  /** Events up to this seq are left out. */
  since?: number | undefined
  signal?: AbortSignal | undefined
}

/** Hands on a task's events in order, page by page, as they are stored. Resolves when all is handed on, or at the signal. */
export async function followEvents(
  store: Store,
  taskId: string,
  onPage: (events: StoredEvent[]) => Promise<void>,
  options: FollowOptions,
): Promise<void> {
  let since = options.since ?? 0
  await followChanges(store, taskId, options, async () => {
    while (!options.signal?.aborted) {
      const page = await store.readEvents({ taskId, since, limit: PAGE })
      await onPage(page.events)
      since = page.lastSeq ?? since
      if (!page.hasMore) return
    }
  })
}

/** Hands on the stored lines of a run in order, like `followEvents`. */
export async function followLines(
  store: Store,
  taskId: string,
  runId: string,
  onPage: (lines: StoredLine[]) => Promise<void>,
  options: FollowOptions,
): Promise<void> {
  let from = 0
  await followChanges(store, taskId, options, async () => {
    while (!options.signal?.aborted) {
      const lines = await store.readLines(runId, from, PAGE)
      const last = lines.at(-1)
      if (!last) return
      await onPage(lines)
      from = last.offset + 1
    }
  })
}

/** Whether every run of a task is complete: nothing more will come. */
export function isTaskOver(store: Store, taskId: string): () => Promise<boolean> {
  return async () => (await store.listRuns(taskId)).every((run) => run.complete)
}

async function followChanges(
  store: Store,
  taskId: string,
  { isOver, signal }: FollowOptions,
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
