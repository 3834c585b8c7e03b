import { clipText, DEFAULT_CLIP } from './clip.ts'
import { num, text } from './read.ts'
import { closeBackground } from './session-background.ts'
import type { ExitFacts } from './session-memory.ts'
import { closeNeeds } from './session-needs.ts'
import type { SessionState } from './session-state.ts'
import { type EndWord, wordOfExit } from './session-status.ts'

/** Notes that a process lives, unless it is known already: how an earlier one ended says nothing about it. */
export function startRun({ memory }: SessionState, run: string): void {
  const key = `run:${run}`
  if (memory.liveRuns[key] !== undefined) return
  memory.liveRuns[key] = true
  memory.liveCount++
  memory.exit = null
  memory.lastWord = null
  memory.isDenied = false
}

/** Takes the end of a process: what it had open is closed. Its open turn stays, for the exit to decide. */
export function endRun(state: SessionState, { exitCode, signal, stoppedBy }: ExitFacts, run: string): void {
  const { memory } = state
  startRun(state, run)
  if (memory.liveRuns[`run:${run}`]) memory.liveCount--
  memory.liveRuns[`run:${run}`] = false
  memory.exit = { exitCode, signal, stoppedBy }
  // The words of an end that nobody stated are those of the last error.
  if (memory.isTurnOpen) state.summary = memory.lastError
  closeBackground(state, run)
  closeNeeds(state, run)
}

/** Opens a turn unless the run has one. One that was open when its process ended is over when another begins. */
export function openTurn(state: SessionState, run: string): void {
  const { memory } = state
  if (memory.isTurnOpen && memory.turnRun === run) return
  memory.isTurnOpen = true
  memory.turnRun = run
  state.turns++
}

/** Takes a `session.ended` payload: the turn is over. */
export function endTurn(state: SessionState, payload: Record<string, unknown>, run: string): void {
  const { memory } = state
  openTurn(state, run)
  memory.isTurnOpen = false
  memory.isDenied = false
  memory.lastWord = readEndWord(payload, memory.owesEnding)
  const isGood = memory.lastWord === 'succeeded'
  const error = isGood ? null : memory.lastError
  memory.endReason = text(payload.reason) ?? (isGood ? null : memory.lastErrorReason) ?? error
  memory.lastError = null
  memory.lastErrorReason = null
  const summary = text(payload.summary) ?? error
  state.summary = summary === null ? null : clipText(summary, DEFAULT_CLIP).text
  closeNeeds(state, run)
}

/** Only the platform states no word; then its exit facts, which the event carries, decide. */
function readEndWord(payload: Record<string, unknown>, owesEnding: boolean): EndWord {
  const { status } = payload
  if (status === 'succeeded' || status === 'failed' || status === 'interrupted') return status
  const exitCode = num(payload.exitCode)
  return wordOfExit({ exitCode, signal: text(payload.signal), stoppedBy: null }, owesEnding)
}
