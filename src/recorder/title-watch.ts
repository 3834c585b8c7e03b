import { execFile } from 'node:child_process'
import type { NormalizedEvent } from '../core/events.ts'
import type { SessionState } from '../core/session-state.ts'
import { parseSessionTitle, sessionTitleProbe } from '../dialects/registry.ts'

/** A probe that takes longer is given up (ms). */
const PROBE_MS = 2_000
/** A running session is asked for its title this often at most (ms): harnesses name it early, and seldom anew. */
const INTERVAL_MS = 10_000
const MAX_OUTPUT_BYTES = 64 * 1024

/** Looks for the title that a harness keeps outside its stream. */
export type TitleWatch = {
  /** Whenever the stream was read to its end: starts a probe when it moved since the last. Gives a title once one is found. */
  look(state: SessionState, position: number): NormalizedEvent | null
  /** The title at the end of the run, null when there is no other one. */
  finish(state: SessionState, position: number): Promise<NormalizedEvent | null>
}

/** A watch over the title of a run of a protocol; `folder` is where its harness runs. */
export function createTitleWatch(protocol: string, folder: string | null): TitleWatch {
  let askedAt = Number.NEGATIVE_INFINITY
  let askedPosition = 0
  let found: NormalizedEvent | null = null
  let isAsking = false

  /** The probe, when there is a reason to ask; a title that a person gave is final. */
  function reasonToAsk(state: SessionState, position: number): string | null {
    if (state.sessionId === null || state.titleOrigin === 'human' || position === askedPosition) return null
    return sessionTitleProbe(protocol, state.sessionId)
  }

  async function ask(probe: string, title: string | null, position: number): Promise<NormalizedEvent | null> {
    askedAt = performance.now()
    askedPosition = position
    const read = parseSessionTitle(protocol, await runProbe(probe, folder))
    if (read === null || read.title === title) return null
    return { type: 'session.title', payload: { title: read.title, origin: read.source } }
  }

  return {
    look(state, position) {
      const told = found
      found = null
      if (isAsking || performance.now() - askedAt < INTERVAL_MS) return told
      const probe = reasonToAsk(state, position)
      if (probe === null) return told
      isAsking = true
      ask(probe, state.title, position)
        .then((event) => {
          found = event
        })
        .finally(() => {
          isAsking = false
        })
      return told
    },
    async finish(state, position) {
      const probe = reasonToAsk(state, position)
      return probe === null ? found : await ask(probe, state.title, position)
    },
  }
}

/** What the probe printed; nothing when it failed or took too long. */
function runProbe(probe: string, folder: string | null): Promise<string> {
  return new Promise((resolve) => {
    execFile(
      '/bin/sh',
      ['-c', probe],
      {
        timeout: PROBE_MS,
        maxBuffer: MAX_OUTPUT_BYTES,
        killSignal: 'SIGKILL',
        ...(folder === null ? {} : { cwd: folder }),
      },
      (_error, stdout) => resolve(stdout),
    )
  })
}
