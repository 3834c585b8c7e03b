import { setMaxListeners } from 'node:events'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { RunRecord, Store } from '../store/store.ts'
import { type IngestOptions, ingestRun } from './ingest.ts'

/** How runs are adopted. */
export type AdoptOptions = Omit<IngestOptions, 'folder'> & {
  /** The data folder: where a run's files are looked for when it was moved since. */
  home: string
  /** Ends the adoption; the runs go on. */
  signal: AbortSignal
  /** How often open runs are looked for (ms); 1,000 unless said. */
  intervalMs?: number
  /** Hears of a run that could not be ingested; it is tried again after `retryMs`. */
  onError?: (error: unknown, run: RunRecord) => void
  /** When a run that could not be ingested is tried again (ms); 30,000 unless said. */
  retryMs?: number
}

const DEFAULT_RETRY_MS = 30_000

/**
 * Brings every open run that nobody ingests into the store: living ones to their end, those that ended without us at
 * once. Resolves after `signal` has ended it; rejects only when the store cannot be read.
 */
export async function adoptRuns(store: Store, options: AdoptOptions): Promise<void> {
  const { home, signal, intervalMs = 1_000, retryMs = DEFAULT_RETRY_MS, onError, ...ingestOptions } = options
  const adopted = new Map<string, Promise<void>>()
  const notBefore = new Map<string, number>()

  async function adopt(run: RunRecord): Promise<void> {
    try {
      await ingestRun(store, run.id, { ...ingestOptions, signal, folder: folderOf(run, home) })
    } catch (error) {
      notBefore.set(run.id, performance.now() + retryMs)
      onError?.(error, run)
    } finally {
      adopted.delete(run.id)
    }
  }

  // Every run listens to it, and there may be hundreds.
  setMaxListeners(0, signal)
  while (!signal.aborted) {
    for (const run of await store.listOpenRuns()) {
      if (run.folder === null || adopted.has(run.id) || (notBefore.get(run.id) ?? 0) > performance.now())
        continue
      adopted.set(run.id, adopt(run))
    }
    await delay(intervalMs, undefined, { signal }).catch(() => undefined)
  }
  await Promise.all(adopted.values())
}

function folderOf(run: RunRecord, home: string): string {
  const moved = join(resolve(home), 'runs', run.id)
  return run.folder !== null && !existsSync(run.folder) && existsSync(moved) ? moved : (run.folder ?? moved)
}
