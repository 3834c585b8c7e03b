import type { SessionState, SessionStatus } from './session-state.ts'

/** Exit codes by which a shell tells that a signal ended the program: SIGINT, SIGKILL, SIGTERM. */
const SIGNAL_EXIT_CODES: ReadonlySet<number> = new Set([130, 137, 143])

/** The task in one word, from its turns, its processes and what is open. Sets the reason where an exit decides. */
export function statusOf(state: SessionState): SessionStatus {
  const { memory } = state
  const isLive = Object.values(memory.liveRuns).some(Boolean)
  if (state.counts.events === 0 && isLive) return 'starting'
  if (state.counts.events === 0 && !memory.exit) return 'starting'
  if (isLive && state.needs.length > 0) return 'needs-input'
  if (memory.isTurnOpen || memory.lastWord === null) return isLive ? 'running' : wordOfExit(state)
  if (isLive && state.background.length > 0) return 'background'
  if (isLive && memory.interactive) return 'waiting'
  return memory.lastWord
}

function wordOfExit(state: SessionState): SessionStatus {
  const { exit, owesEnding } = state.memory
  if (!exit) return 'running'
  const { exitCode, signal, stoppedBy } = exit
  if (stoppedBy === 'time_limit' || stoppedBy === 'spool_limit') {
    state.reason = stoppedBy
    return 'failed'
  }
  if (stoppedBy === 'user' || signal !== null || SIGNAL_EXIT_CODES.has(exitCode ?? 0)) return 'interrupted'
  if (exitCode !== null && exitCode !== 0) {
    state.reason ??= state.memory.lastError ?? 'exit'
    return 'failed'
  }
  return exitCode === 0 && !owesEnding ? 'succeeded' : 'no-result'
}
