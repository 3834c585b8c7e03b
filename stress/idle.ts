import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Row } from '../bench/row.ts'
import { startRun, stopRun } from '../src/recorder/index.ts'
import { completed, withHome } from './recorder.ts'
import { startServer } from './server.ts'

const RUNS = 50
const MAX_LOAD = 0.2

/** Harnesses that live and say nothing: what they cost, and that each can be stopped. */
export async function stressIdle(): Promise<Row> {
  return await withHome(async (home, store) => {
    const server = await startServer(home)
    // Heeds neither SIGINT nor SIGTERM.
    const command = ['/bin/sh', '-c', "trap '' INT TERM; while :; do sleep 60; done"]
    const start = { home, command, protocol: 'none', prompt: '' }
    const runs = await Promise.all(Array.from({ length: RUNS }, () => startRun(store, start)))
    await delay(3_000)
    const load = await server.load(5_000)
    const from = Date.now()
    await Promise.all(runs.map(({ runId }) => stopRun(store, runId, { graceMs: 1_000 })))
    await completed(store, 30_000)
    const seconds = (Date.now() - from) / 1_000
    await server.stop()
    for (const { runId } of runs) {
      const run = await store.getRun(runId)
      if (run?.signal !== 'SIGKILL' || run.stoppedBy !== 'user')
        throw new Error(
          `Run ${runId} ended by ${run?.signal ?? run?.exitCode}, stopped by ${run?.stoppedBy}.`,
        )
    }
    const zombies = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'latin1')
    if (zombies.trim() !== '') throw new Error(`Children are left: ${zombies}`)
    return {
      what: `${RUNS} harnesses live, say nothing and heed no friendly signal`,
      figure: `${(load * 100).toFixed(1)} % of a processor in the server`,
      detail: `all ended by SIGKILL and complete ${seconds.toFixed(1)} s after they were stopped with 1 s of grace; no zombie`,
      target: `at most ${MAX_LOAD * 100} %`,
      met: load < MAX_LOAD,
    }
  })
}
