import type { SessionStatus } from '../core/session-state.ts'
import { endInput } from './input.ts'
import { readInputPolicy } from './run-folder.ts'

/** Ends the input of an interactive run that nobody wants to go on with. */
export type InputEnd = {
  /** Looks at where the run is, whenever all that it printed was read. */
  look(status: SessionStatus): void
}

/**
 * The end of a run's input, by the policy in its folder: once its turn is over and nothing runs beside it. A turn that was
 * said and not begun yet is open in the fold; one that the harness has in its queue is still read before the end.
 */
export function createInputEnd(folder: string): InputEnd {
  const policy = readInputPolicy(folder)
  let isEnded = policy === null || policy.keepOpen
  let backgroundSince: number | null = null

  return {
    look(status) {
      if (isEnded) return
      if (status !== 'background') backgroundSince = null
      else backgroundSince ??= performance.now()
      const waitMs = policy?.waitBackgroundMs ?? null
      const isTired =
        backgroundSince !== null && waitMs !== null && performance.now() - backgroundSince >= waitMs
      if (status === 'waiting' || isTired) isEnded = endInput(folder)
    },
  }
}
