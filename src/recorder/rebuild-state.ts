import { applyEvent, applyExit, beginRun } from '../core/session.ts'
import type { SessionState } from '../core/session-state.ts'
import { createSession } from '../dialects/registry.ts'
import type { RunRecord, Store } from '../store/store.ts'

/** A task's state with its working memory, and how many events of the run the platform stated, titles aside. */
export type RebuiltState = { state: SessionState; ownEvents: number }

const PAGE = 2_000

/**
 * Folds a task's stored events again, for an ingester that takes over a run: the store keeps the state that readers see,
 * not what the fold remembers to count once.
 */
export async function rebuildState(store: Store, run: RunRecord): Promise<RebuiltState> {
  const state = createSession({ protocol: run.protocol })
  const ended = (await store.listRuns(run.taskId)).filter((other) => other.complete && other.id !== run.id)
  let ownEvents = 0
  let current: string | null = null
  const endRun = (id: string | null): void => {
    const record = ended.find((other) => other.id === id)
    if (record) applyExit(state, record, { run: record.id })
  }
  for (let since = 0, hasMore = true; hasMore; ) {
    const page = await store.readEvents({ taskId: run.taskId, since, limit: PAGE })
    for (const { type, payload, ts, run: id, hasSource } of page.events) {
      if (current !== null && id !== current) endRun(current)
      current = id
      if (id === run.id && !hasSource && type !== 'session.title') ownEvents++
      applyEvent(state, { type: type as never, payload, ts }, { run: id })
    }
    since = page.lastSeq ?? since
    hasMore = page.hasMore
  }
  endRun(current)
  beginRun(state, { run: run.id })
  return { state, ownEvents }
}
