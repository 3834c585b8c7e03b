import { setTimeout as delay } from 'node:timers/promises'
import type { Store } from '../store/store.ts'
import { hasSaidAll } from './client-host.ts'
import { ingestRun } from './ingest.ts'

const LOOK_MS = 50
/** An agent that has not opened its session after this will hardly do so. */
const PATIENCE_MS = 120_000

/**
 * Stays with a run until all that a person said so far has reached its harness, and leaves it running then: at once where
 * the harness reads the words itself, after the session is open and the turns before are over where a client says them.
 */
export async function recordUntilSaid(store: Store, runId: string): Promise<void> {
  const run = await store.getRun(runId)
  const folder = run?.folder ?? null
  if (!run || folder === null) return
  const deadline = performance.now() + PATIENCE_MS
  const leaving = new AbortController()
  let recording: Promise<unknown> | null = null
  try {
    while (!hasSaidAll(folder, run.protocol) && performance.now() < deadline) {
      recording ??= ingestRun(store, runId, { signal: leaving.signal }).finally(() => {
        recording = null
      })
      await Promise.race([recording, delay(LOOK_MS)])
      if ((await store.getRun(runId))?.complete) return
    }
  } finally {
    leaving.abort()
    await recording
  }
}
