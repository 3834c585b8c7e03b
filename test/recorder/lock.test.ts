import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { adoptRuns, runFiles, startRun } from '../../src/recorder/index.ts'
import { storePathOf } from '../../src/store/index.ts'
import { harness, openHome, readRecorded } from './recorded.ts'

const LOCKER = fileURLToPath(new URL('../../.cache/lock-process.mjs', import.meta.url))

beforeAll(() =>
  build({
    entryPoints: [fileURLToPath(new URL('lock-process.ts', import.meta.url))],
    outfile: LOCKER,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  }),
)

it('a store that another process locks for a while makes its recorder wait, nothing more, and nothing else', async () => {
  const { home, store } = await openHome()
  const errors: unknown[] = []
  const stop = new AbortController()
  const onError = (error: unknown): unknown => errors.push(error)
  const command = [process.execPath, harness('numbered-lines.mjs'), '300', '10', '20']
  const start = { home, command, protocol: 'jsonl', prompt: 'Count' }
  const runs = await Promise.all([1, 2].map(() => startRun(store, start)))
  const adoption = adoptRuns(store, { home, signal: stop.signal, intervalMs: 20, onError })
  for (const { runId } of runs) {
    await expect.poll(async () => (await store.getRun(runId))?.cursor).toBeGreaterThan(0)
  }
  const locker = spawn(process.execPath, [LOCKER, storePathOf(home), '1200'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void locker.kill('SIGKILL'))
  await once(locker.stdout, 'data')
  expect(await longestStandstill(600)).toBeLessThan(250)
  await expect.poll(async () => (await store.listOpenRuns()).length, { timeout: 10_000 }).toBe(0)
  stop.abort()
  await adoption
  expect(errors).toEqual([])
  for (const { taskId, runId } of runs) {
    const { run, events, lines } = await readRecorded(store, taskId, runId)
    expect(run).toMatchObject({ exitCode: 0, complete: true })
    const printed = readFileSync(runFiles(run.folder ?? '').stdout, 'utf8')
      .trimEnd()
      .split('\n')
    expect(lines.map(({ source }) => source)).toEqual(printed)
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    expect(events).toHaveLength(printed.length + 2)
  }
})

/** The longest time for which this process did nothing else (ms). */
async function longestStandstill(ms: number): Promise<number> {
  let longest = 0
  for (const end = performance.now() + ms; performance.now() < end; ) {
    const from = performance.now()
    await delay(10)
    longest = Math.max(longest, performance.now() - from)
  }
  return longest
}
