import type { SessionStatus } from '../core/session-state.ts'
import type { ClientHost } from './client-host.ts'
import { endInput } from './input.ts'
import type { InputPolicy } from './run-folder.ts'

/** Ends the input of an interactive run that nobody wants to go on with. */
export type InputEnd = {
  /** Looks at where the run is, whenever all that it printed was read. */
  look(status: SessionStatus): void
}

/** How an end is made. */
export type InputEndOptions = {
  folder: string
  /** Null for a run that is not interactive. */
  policy: InputPolicy | null
  /** The client of the run, where it has one. */
  client: ClientHost | null
  /** Ends a harness that goes on although it will hear nothing any more. */
  stop(): void
  /** A clock that nobody sets (ms); the process's unless said. */
  now?: () => number
}

/** How long a harness that a client speaks to may go on after the end of its input (ms). */
const GRACE_MS = 5_000

/**
 * The end of a run's input, by the policy in its folder: once its turn is over and nothing runs beside it. A turn that was
 * said and not begun yet is open in the fold; one that the harness has in its queue is still read before the end, and what
 * a client has not said yet is waited for. Agents end with their input, but for some: codex-acp 0.16.0 is ended after 5 s.
 */
export function createInputEnd({
  folder,
  policy,
  client,
  stop,
  now = () => performance.now(),
}: InputEndOptions): InputEnd {
  let isEnded = policy === null
  let endedAt: number | null = null
  let backgroundSince: number | null = null

  function wantsEnd(status: SessionStatus): boolean {
    if (client?.isOver) return true
    if (!policy || policy.keepOpen || client?.isDone === false) return false
    if (status !== 'background') backgroundSince = null
    else backgroundSince ??= now()
    const { waitBackgroundMs } = policy
    const isTired =
      backgroundSince !== null && waitBackgroundMs !== null && now() - backgroundSince >= waitBackgroundMs
    return status === 'waiting' || isTired
  }

  return {
    look(status) {
      if (!isEnded && wantsEnd(status)) {
        isEnded = endInput(folder)
        endedAt = now()
      }
      if (client && endedAt !== null && now() - endedAt >= GRACE_MS) {
        endedAt = null
        stop()
      }
    },
  }
}
