import { readCounters, sumOfCounters } from './counters.ts'
import { applyModel, applyUsage, summarizeLedger } from './ledger.ts'
import { text } from './read.ts'
import type { SessionState } from './session-state.ts'
import { cleanTitle } from './title.ts'

/** Takes a `session.started` payload: what it says is filled in or changed, what it leaves out stays. */
export function applyStart(state: SessionState, payload: Record<string, unknown>, runKey: string): void {
  state.harness = text(payload.harness) ?? state.harness
  state.harnessVersion = text(payload.harnessVersion) ?? state.harnessVersion
  state.cwd = text(payload.cwd) ?? state.cwd
  state.sessionId = text(payload.sessionId) ?? state.sessionId
  state.model = text(payload.model) ?? state.model
  applyModel(state.memory.ledger, payload, runKey)
  state.usage = summarizeLedger(state.memory.ledger)
}

/** Takes a `session.title` payload; an agent's title never replaces a human's. */
export function applyTitle(state: SessionState, payload: Record<string, unknown>): void {
  const title = cleanTitle(payload.title)
  const origin = payload.origin === 'human' ? 'human' : 'agent'
  if (title === null || (state.titleOrigin === 'human' && origin === 'agent')) return
  state.title = title
  state.titleOrigin = origin
}

/** Takes a `usage` payload into the ledger, and the model and session id that it names. */
export function applyUsageEvent(state: SessionState, payload: Record<string, unknown>, runKey: string): void {
  const before = state.usage.model
  applyUsage(state.memory.ledger, payload, runKey)
  state.usage = summarizeLedger(state.memory.ledger)
  if (state.usage.model !== before) state.model = state.usage.model
  // Figures of a thread name that thread, which may be a subagent's; the session is the one that was started.
  if (payload.covers === 'thread' && state.sessionId !== null) return
  // A statement of nothing may come from a process that found no session: its id is not one to resume.
  if (sumOfCounters(readCounters(payload)) > 0) state.sessionId = text(payload.sessionId) ?? state.sessionId
}
