import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { beforeAll, expect, it } from 'vitest'
import { parseLines } from '../../src/index.ts'
import { adoptRuns, ingestRun, recordRun, runFiles, startRun } from '../../src/recorder/index.ts'
import { storePathOf } from '../../src/store/index.ts'
import { harness, openHome, readRecorded } from './recorded.ts'

const KILLS = 50
/** One file, so that a process is up in a tenth of the time that loading the sources takes. */
const INGESTER = fileURLToPath(new URL('../../.cache/ingest-process.mjs', import.meta.url))

beforeAll(() =>
  build({
    entryPoints: [fileURLToPath(new URL('ingest-process.ts', import.meta.url))],
    outfile: INGESTER,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  }),
)

it(`an ingester that is killed ${KILLS} times while it writes leaves every line stored exactly once`, {
  timeout: 180_000,
}, async () => {
  const { home, store } = await openHome()
  const enough = join(home, 'enough')
  const command = [process.execPath, harness('numbered-lines.mjs'), '1', '10', '10', enough]
  const { taskId, runId } = await startRun(store, { home, command, protocol: 'jsonl', prompt: 'Count' })
  let seed = 42
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fff_ffff
    return seed / 0x7fff_ffff
  }
  const cursor = async () => (await store.getRun(runId))?.cursor ?? 0
  for (let round = 0; round < KILLS; round++) {
    const before = await cursor()
    const child = startIngester(storePathOf(home), runId)
    await expect.poll(cursor, { interval: 5, timeout: 20_000 }).toBeGreaterThan(before)
    // Not a wait for something: the moment of death is what the test draws lots for.
    await new Promise((resolve) => setTimeout(resolve, random() * 60))
    await kill(child)
  }
  expect((await store.getRun(runId))?.complete).toBe(false)
  writeFileSync(enough, '')
  await recordRun(store, runId)
  await store.checkIntegrity()

  const { run, events, lines, task } = await readRecorded(store, taskId, runId)
  // The harness noticed nothing: it wrote everything and ended well.
  expect(run).toMatchObject({ exitCode: 0, complete: true })
  const printed = readFileSync(runFiles(run.folder ?? '').stdout, 'utf8')
    .trimEnd()
    .split('\n')
  expect(printed.length).toBeGreaterThan(KILLS)
  expect(lines.map((line) => line.source)).toEqual(printed)
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1))
  const reference = parseLines('jsonl', printed).map(({ type, payload }) => ({ type, payload }))
  const own = events.filter((event) => event.hasSource).map(({ type, payload }) => ({ type, payload }))
  expect(own).toEqual(reference)
  expect(events.filter((event) => !event.hasSource).map((event) => event.type)).toEqual([
    'message',
    'session.ended',
  ])
  expect(task.state?.counts.events).toBe(events.length)
})

it('a run whose recorder is gone goes on, and its end is known when somebody looks again', async () => {
  const { home, store } = await openHome()
  const { taskId, runId } = await startRun(store, {
    home,
    command: ['/bin/sh', '-c', 'echo one; sleep 0.4; echo two; exit 4'],
    protocol: 'none',
    prompt: '',
  })
  const child = startIngester(storePathOf(home), runId)
  await once(child.stdout as NodeJS.ReadableStream, 'data')
  await kill(child)
  const stop = new AbortController()
  const adoption = adoptRuns(store, { home, signal: stop.signal, intervalMs: 20 })
  await expect.poll(async () => (await store.getRun(runId))?.complete, { timeout: 10_000 }).toBe(true)
  stop.abort()
  await adoption
  const { run, lines } = await readRecorded(store, taskId, runId)
  expect(run.exitCode).toBe(4)
  expect(lines.map((line) => line.source)).toEqual(['one', 'two'])
})

it('of several ingesters one writes, the others leave it alone', async () => {
  const { home, store } = await openHome()
  const command = [process.execPath, harness('numbered-lines.mjs'), '300', '10', '5']
  const { taskId, runId } = await startRun(store, { home, command, protocol: 'jsonl', prompt: '' })
  const outcomes = await Promise.all([1, 2, 3].map(() => ingestRun(store, runId)))
  expect(outcomes.sort()).toEqual(['complete', 'taken', 'taken'])
  expect((await readRecorded(store, taskId, runId)).lines).toHaveLength(300)
})

function startIngester(store: string, runId: string): ChildProcess {
  return spawn(process.execPath, [INGESTER, store, runId], { stdio: ['ignore', 'pipe', 'inherit'] })
}

/** Kills a process that may have ended by itself, and waits until it is gone. */
async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}
