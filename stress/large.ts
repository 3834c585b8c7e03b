import type { Row } from '../bench/row.ts'
import { startRun } from '../src/recorder/index.ts'
import { completed, killRecorder, startRecorder, withHome } from './recorder.ts'

const MAX_BYTES = 250e6

/** Much output, and one line that is larger than any line may be. */
export async function stressLarge(): Promise<Row[]> {
  const text = 'the same words again and again, to fill the disk; '.repeat(40)
  const lines = `yes '{"type":"message","role":"assistant","text":"${text}"}' | head -c 2000000000`
  const line = `printf '{"type":"message","role":"assistant","text":"'; head -c 536870912 /dev/zero | tr '\\0' x; printf '"}\\n{"type":"message","role":"assistant","text":"next"}\\n'`
  return [
    await measure('2 GB of stdout in one run', lines),
    await measure('one line of 512 MB, and one after it', line),
  ]
}

async function measure(what: string, script: string): Promise<Row> {
  return await withHome(async (home, store) => {
    const recorder = await startRecorder(home)
    const command = ['/bin/sh', '-c', script]
    const startedAt = Date.now()
    const { taskId, runId } = await startRun(store, { home, command, protocol: 'jsonl', prompt: '' })
    await completed(store, 900_000)
    const seconds = (Date.now() - startedAt) / 1_000
    const peak = await killRecorder(recorder)
    const run = await store.getRun(runId)
    const task = await store.getTask(taskId)
    return {
      what,
      figure: `${(peak / 1e6).toFixed(0)} MB at most in the recorder`,
      detail: `${((run?.cursor ?? 0) / 1e6).toFixed(0)} MB read in ${seconds.toFixed(0)} s, ${task?.state?.counts.events ?? 0} events`,
      target: `at most ${MAX_BYTES / 1e6} MB`,
      met: peak <= MAX_BYTES,
    }
  })
}
