import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Row } from '../bench/row.ts'
import { runFiles, startRun } from '../src/recorder/index.ts'
import { completed, killRecorder, startRecorder, withHome } from './recorder.ts'
import { verifyRun } from './verify.ts'

const STREAMS = 4
const KILLS = 500
/** Lines of each stream at least, 240 bytes on average: 20 MB. */
const LINES = 84_000
const HARNESS = fileURLToPath(new URL('../fixtures/harnesses/numbered-lines.mjs', import.meta.url))

/** The recorder is killed at random moments while streams arrive in chunks that cut lines and characters anywhere. */
export async function stressKills(): Promise<Row> {
  return await withHome(async (home, store) => {
    const enough = join(home, 'enough')
    const command = [process.execPath, HARNESS, String(LINES), '20', '25', enough]
    const start = { home, command, protocol: 'jsonl', prompt: 'Count' }
    const runs = await Promise.all(Array.from({ length: STREAMS }, () => startRun(store, start)))
    for (let kill = 0; kill < KILLS; kill++) {
      const recorder = await startRecorder(home)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 250))
      await killRecorder(recorder)
    }
    writeFileSync(enough, '')
    const recorder = await startRecorder(home)
    await completed(store, 300_000)
    await killRecorder(recorder)
    await store.checkIntegrity()
    let lines = 0
    let bytes = 0
    for (const { taskId, runId } of runs) {
      const run = await store.getRun(runId)
      if (run?.exitCode !== 0) throw new Error(`Run ${runId} ended with ${run?.exitCode ?? run?.signal}.`)
      const { stdout } = runFiles(run.folder ?? '')
      bytes += statSync(stdout).size
      lines += await verifyRun(store, taskId, runId, stdout)
    }
    return {
      what: `the recorder is killed ${KILLS} times while ${STREAMS} streams arrive`,
      figure: `${lines} of ${lines} lines stored once, in order`,
      detail: `${(bytes / 1e6).toFixed(0)} MB; events and their numbers equal a reference parse; the store is whole; the harnesses ended well`,
      target: 'nothing lost, nothing twice',
      met: true,
    }
  })
}
