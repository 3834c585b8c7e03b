import type { ExitFacts, SessionMemory } from './session-memory.ts'
import type { SessionState, SessionStatus } from './session-state.ts'

/** A word for how a turn or a process ended. */
export type EndWord = NonNullable<SessionMemory['lastWord']>

/** Exit codes by which a shell tells that a signal ended the program: SIGINT, SIGKILL, SIGTERM. */
const SIGNAL_EXIT_CODES: ReadonlySet<number> = new Set([130, 137, 143])

/** Reasons for which the platform stops a run by itself. */
const LIMITS: ReadonlySet<string | null> = new Set(['time_limit', 'spool_limit'])

/** The task in one word, from its turns, its processes and what is open. */
export function statusOf({ memory, counts, needs, background }: SessionState): SessionStatus {
  const isLive = memory.liveCount > 0
  if (counts.events === 0 && (isLive || !memory.exit)) return 'starting'
  if (isLive && needs.length > 0) return 'needs-input'
  if (memory.isTurnOpen || memory.lastWord === null) {
    return isLive || !memory.exit ? 'running' : wordOfExit(memory.exit, memory.owesEnding)
  }
  if (isLive && background.length > 0) return 'background'
  if (isLive && memory.interactive) return 'waiting'
  return memory.lastWord
}

/** The reason: of the last end, where the exit decides of that, else the text of the last error notice. */
export function reasonOf({ memory, status }: SessionState): string | null {
  const { exit } = memory
  const exitDecides =
    exit !== null && memory.liveCount === 0 && (memory.isTurnOpen || memory.lastWord === null)
  if (!exitDecides) return memory.endReason ?? memory.lastErrorReason ?? memory.lastError
  if (LIMITS.has(exit.stoppedBy)) return exit.stoppedBy
  if (memory.isDenied && status !== 'interrupted') return 'permission'
  return memory.lastErrorReason ?? memory.lastError ?? (status === 'failed' ? 'exit' : null)
}

/** How a process ended that stated no end of its own. */
export function wordOfExit({ exitCode, signal, stoppedBy }: ExitFacts, owesEnding: boolean): EndWord {
  if (LIMITS.has(stoppedBy)) return 'failed'
  if (stoppedBy === 'user' || signal !== null || SIGNAL_EXIT_CODES.has(exitCode ?? 0)) return 'interrupted'
  if (exitCode !== null && exitCode !== 0) return 'failed'
  return exitCode === 0 && !owesEnding ? 'succeeded' : 'no-result'
}
