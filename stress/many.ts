import { fileURLToPath } from 'node:url'
import type { Row } from '../bench/row.ts'
import { runFiles, startRun } from '../src/recorder/index.ts'
import { completed, killRecorder, startRecorder, withHome } from './recorder.ts'
import { verifyRun } from './verify.ts'

const RUNS = 200
const LINES = 500
const MAX_BYTES = 400e6
const HARNESS = fileURLToPath(new URL('../fixtures/harnesses/numbered-lines.mjs', import.meta.url))

/** Many runs at a time, brought in by one recorder. */
export async function stressMany(): Promise<Row> {
  return await withHome(async (home, store) => {
    const recorder = await startRecorder(home)
    const command = [process.execPath, HARNESS, String(LINES), '10', '100']
    const start = { home, command, protocol: 'jsonl', prompt: '' }
    const startedAt = Date.now()
    const runs = await Promise.all(Array.from({ length: RUNS }, () => startRun(store, start)))
    await completed(store, 300_000)
    const seconds = (Date.now() - startedAt) / 1_000
    const peak = await killRecorder(recorder)
    let lines = 0
    for (const { taskId, runId } of runs) {
      const folder = (await store.getRun(runId))?.folder ?? ''
      lines += await verifyRun(store, taskId, runId, runFiles(folder).stdout)
    }
    if (lines !== RUNS * LINES) throw new Error(`${lines} lines are stored of ${RUNS * LINES}.`)
    return {
      what: `${RUNS} runs at a time`,
      figure: `${(peak / 1e6).toFixed(0)} MB at most in the recorder`,
      detail: `all complete after ${seconds.toFixed(0)} s, every line stored once`,
      target: `all complete, at most ${MAX_BYTES / 1e6} MB`,
      met: peak <= MAX_BYTES,
    }
  })
}
