import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Row } from '../bench/row.ts'
import { runFiles, startRun } from '../src/recorder/index.ts'
import { storePathOf } from '../src/store/index.ts'
import { completed, withHome } from './recorder.ts'
import { startServer } from './server.ts'
import { verifyRun } from './verify.ts'

const STREAMS = 3
const HARNESS = fileURLToPath(new URL('../fixtures/harnesses/numbered-lines.mjs', import.meta.url))
const LOCKER = fileURLToPath(new URL('lock-process.mjs', import.meta.url))

/** Another process holds the store's write lock while streams arrive: shorter and longer than a statement waits (5 s). */
export async function stressLock(): Promise<Row[]> {
  return [await lockFor(3_000), await lockFor(12_000)]
}

async function lockFor(ms: number): Promise<Row> {
  return await withHome(async (home, store) => {
    const server = await startServer(home)
    const enough = join(home, 'enough')
    const command = [process.execPath, HARNESS, '1', '10', '20', enough]
    const start = { home, command, protocol: 'jsonl', prompt: 'Count' }
    const runs = await Promise.all(Array.from({ length: STREAMS }, () => startRun(store, start)))
    await delay(1_500)
    const locker = spawn(process.execPath, [LOCKER, storePathOf(home), String(ms)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const gone = once(locker, 'exit')
    await once(locker.stdout, 'data')
    let isLocked = true
    const asking = longestAnswer(`${server.url}/api/tasks`, () => isLocked)
    await gone
    isLocked = false
    const freedAt = Date.now()
    writeFileSync(enough, '')
    await completed(store, 120_000)
    const seconds = (Date.now() - freedAt) / 1_000
    const named = server.said().match(/is locked\. Another process is writing/g)?.length ?? 0
    const longest = await asking
    await server.stop()
    if (named === 0 && ms > 10_000) throw new Error(`The server did not name the lock: ${server.said()}`)
    let lines = 0
    for (const { taskId, runId } of runs) {
      lines += await verifyRun(
        store,
        taskId,
        runId,
        runFiles((await store.getRun(runId))?.folder ?? '').stdout,
      )
    }
    return {
      what: `another process locks the store for ${ms / 1_000} s while ${STREAMS} streams arrive`,
      figure: `all ${lines} lines stored once, complete ${seconds.toFixed(1)} s after the lock went`,
      detail: `the server named the lock ${named} times and took ${(longest / 1_000).toFixed(1)} s at most to answer meanwhile`,
      target: 'nothing lost, nothing twice, complete within 40 s',
      met: seconds < 40,
    }
  })
}

/** The longest that an answer took (ms), asked again and again. */
async function longestAnswer(url: string, goOn: () => boolean): Promise<number> {
  let longest = 0
  while (goOn()) {
    const from = performance.now()
    const { status } = await fetch(url)
    if (status !== 200) throw new Error(`${url} answered ${status}.`)
    longest = Math.max(longest, performance.now() - from)
    await delay(100)
  }
  return longest
}
