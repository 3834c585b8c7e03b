import { recordRun } from '../recorder/index.ts'
import type { Store } from '../store/index.ts'
import { printTask } from './print-task.ts'

/** How a run is printed while it is recorded. */
export type RecordAndPrintOptions = {
  json?: boolean | undefined
  raw?: boolean | undefined
  /** Only events after this seq. */
  since?: number | undefined
  /** Ends the printing before the run ends. */
  isOver?: (() => Promise<boolean>) | undefined
}

/**
 * Brings a run into the store and prints it. False when it was left to itself before its end. A failure of one half ends
 * the other.
 */
export async function recordAndPrint(
  store: Store,
  { taskId, runId }: { taskId: string; runId: string },
  { json = false, raw = false, since, isOver }: RecordAndPrintOptions,
  left: AbortSignal,
): Promise<boolean> {
  const failing = new AbortController()
  const signal = AbortSignal.any([left, failing.signal])
  const print = async (): Promise<void> => {
    await printTask(store, taskId, { json, raw, follow: true, signal, since, isOver })
    // What is printed was all that was wanted: the recording goes on in whoever has the run.
    if (isOver) failing.abort()
  }
  const halves = [recordRun(store, runId, { signal }), print()] as const
  try {
    const [isWhole] = await Promise.all(halves)
    return isWhole
  } catch (error) {
    failing.abort()
    await Promise.allSettled(halves)
    throw error
  }
}
