import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { sessionEndedEvent } from '../core/build.ts'
import type { NormalizedEvent } from '../core/events.ts'
import { applyExit } from '../core/session.ts'
import type { ExitFacts } from '../core/session-memory.ts'
import type { SessionState } from '../core/session-state.ts'
import type { RunRecord } from '../store/store.ts'
import { isAlive } from './process-identity.ts'
import {
  isForeign,
  isStarting,
  type RunProcesses,
  readExit,
  readLimit,
  readProcesses,
  runFiles,
} from './run-folder.ts'

/** How much of the end of stderr is read for the reason of a failure. */
const STDERR_TAIL_BYTES = 4_096
const STDERR_TAIL_LINES = 20
const SUMMARY_LENGTH = 8_000

/** A keeper that is gone, and has not written its processes down after this long, never will. */
const KEEPER_START_MS = 10_000

/** How a run ended, and when (ms, UTC). */
export type RunEnd = ExitFacts & { endedAt: number }

/**
 * How a run's process ended; null while it lives. Facts are null where nobody saw its end. `known` are its processes, for
 * the case that somebody removed the folder that says which they are.
 */
export function findRunEnd(run: RunRecord, folder: string, known: RunProcesses | null = null): RunEnd | null {
  const exit = readExit(folder)
  if (exit) return { ...exit, stoppedBy: readLimit(folder) }
  if (isForeign(folder)) return null
  const processes = readProcesses(folder) ?? known
  if (!processes) {
    // Before its making is after a clock that was set back.
    const isOverdue = !isStarting(folder) && Math.abs(Date.now() - run.createdAt) > KEEPER_START_MS
    return isOverdue ? { exitCode: null, signal: null, stoppedBy: null, endedAt: Date.now() } : null
  }
  if (isAlive(processes.keeper) || isAlive(processes.harness)) return null
  // The keeper may have written the exit between our two looks.
  const late = readExit(folder)
  if (late) return { ...late, stoppedBy: readLimit(folder) }
  return { exitCode: null, signal: null, stoppedBy: readLimit(folder), endedAt: Date.now() }
}

/**
 * Takes the end of a run's process into the state; gives the `session.ended` that the platform states, or null where the
 * harness had stated its own end.
 */
export function endRun(
  state: SessionState,
  runId: string,
  exit: ExitFacts,
  folder: string,
): NormalizedEvent | null {
  const isOpen = state.memory.isTurnOpen || state.memory.lastWord === null
  applyExit(state, exit, { run: runId })
  if (!isOpen) return null
  const { status } = state
  const word = status === 'succeeded' || status === 'failed' || status === 'interrupted' ? status : null
  const summary = word === 'succeeded' ? null : (readStderrTail(folder) ?? state.memory.lastError)
  const reason = word === 'failed' || word === null ? (readReasonWord(state) ?? 'exit') : null
  return sessionEndedEvent(word, null, summary, SUMMARY_LENGTH, {
    reason,
    origin: 'platform',
    exitCode: exit.exitCode,
    signal: exit.signal,
  })
}

/** The word that the fold gives for a failure; the text of an error is the summary instead. */
function readReasonWord({ reason, memory }: SessionState): string | null {
  return reason === memory.lastError ? null : reason
}

/** The last lines that a run printed on stderr; null when it printed none. */
export function readStderrTail(folder: string): string | null {
  let file: number | null = null
  try {
    file = openSync(runFiles(folder).stderr, 'r')
    const { size } = fstatSync(file)
    const bytes = Buffer.alloc(Math.min(size, STDERR_TAIL_BYTES))
    readSync(file, bytes, 0, bytes.length, size - bytes.length)
    const lines = bytes.toString('utf8').trimEnd().split('\n')
    // The first line of a tail is most likely half a line.
    const whole = size > bytes.length ? lines.slice(1) : lines
    return whole.slice(-STDERR_TAIL_LINES).join('\n') || null
  } catch {
    return null
  } finally {
    if (file !== null) closeSync(file)
  }
}
