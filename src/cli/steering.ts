import { setTimeout as delay } from 'node:timers/promises'
import { interruptRun, stopRun } from '../recorder/index.ts'
import type { Store } from '../store/index.ts'

/** Turns signals to this process into what happens to the run that it started. */
export type Steering = {
  /** Says which run it is; what was asked for before happens now. */
  attach(runId: string): void
  /** Aborted when the terminal is gone: the run goes on without this process. */
  readonly left: AbortSignal
  release(): void
}

/**
 * The first Ctrl-C interrupts the harness, the second stops it, the third kills it at once; SIGTERM stops it, because
 * this process stands in for it. SIGHUP (the terminal was closed) leaves it running. The recording goes on to the end.
 */
export function steerBySignals(store: Store): Steering {
  const leaving = new AbortController()
  let runId: string | null = null
  let pending: (() => void) | null = null
  let presses = 0

  const act = (work: (runId: string) => Promise<boolean>): void => {
    const start = (): void => {
      if (runId !== null) persist(store, runId, work).catch(complain)
    }
    if (runId === null) pending = start
    else start()
  }
  const stop = (graceMs?: number): void =>
    act((id) => stopRun(store, id, graceMs === undefined ? {} : { graceMs }))
  const press = (): void => {
    presses++
    if (presses === 1) {
      say('Interrupting the harness. Press Ctrl-C again to stop it.')
      act((id) => interruptRun(store, id))
    } else if (presses === 2) {
      say('Stopping the harness. Press Ctrl-C again to kill it.')
      stop()
    } else {
      stop(0)
    }
  }
  const terminate = (): void => stop()
  const leave = (): void => leaving.abort()

  process.on('SIGINT', press)
  process.on('SIGTERM', terminate)
  process.on('SIGHUP', leave)
  return {
    left: leaving.signal,
    attach(id) {
      runId = id
      pending?.()
    },
    release() {
      process.off('SIGINT', press)
      process.off('SIGTERM', terminate)
      process.off('SIGHUP', leave)
    },
  }
}

const RETRY_MS = 20
const PATIENCE_MS = 5_000

/** A run that is just starting has no process yet that a signal could reach: it is tried until there is one. */
async function persist(
  store: Store,
  runId: string,
  work: (runId: string) => Promise<boolean>,
): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (!(await work(runId)) && performance.now() < deadline) {
    const run = await store.getRun(runId)
    if (!run || run.complete) return
    await delay(RETRY_MS)
  }
}

function say(words: string): void {
  process.stderr.write(`${process.stderr.isTTY ? '\n' : ''}${words}\n`)
}

function complain(error: unknown): void {
  say(`The signal could not be handed on: ${error instanceof Error ? error.message : error}`)
}
