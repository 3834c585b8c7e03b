import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { adoptRuns, recordRun, runFiles, startRun } from '../../src/recorder/index.ts'
import { createInputEnd } from '../../src/recorder/input-end.ts'
import { identityOf } from '../../src/recorder/process-identity.ts'
import { createRunFolder, writeFirstFiles } from '../../src/recorder/run-folder.ts'
import { openStore, type Store, storePathOf } from '../../src/store/index.ts'
import { HAS_PROC } from './processes.ts'
import { harness, openHome, readRecorded } from './recorded.ts'

const HOUR_MS = 3_600_000

/** What was added to the wall clock of this process; what measures intervals goes on. */
let shiftMs = 0

beforeEach(() => {
  shiftMs = 0
  const now = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => now() + shiftMs)
  return () => vi.restoreAllMocks()
})

describe('a clock that is set', () => {
  it('back and forth while two recorders work costs no line, tells none twice and ends no run', async () => {
    const { home, store } = await openHome()
    const enough = join(home, 'enough')
    const command = [process.execPath, harness('numbered-lines.mjs'), '1', '10', '5', enough]
    const { taskId, runId } = await startRun(store, { home, command, protocol: 'jsonl', prompt: 'Count' })
    const other = await openStore(storePathOf(home))
    const stop = new AbortController()
    const errors: unknown[] = []
    const options = {
      home,
      signal: stop.signal,
      intervalMs: 10,
      onError: (error: unknown) => errors.push(error),
    }
    const adoptions = [adoptRuns(store, options), adoptRuns(other, options)]
    for (const hours of [1, -1, 0, -24, 24, 0]) {
      shiftMs = hours * HOUR_MS
      await progress(store, runId)
      await progress(store, runId)
    }
    writeFileSync(enough, '')
    await expect.poll(() => isComplete(store, runId), { timeout: 10_000 }).toBe(true)
    stop.abort()
    await Promise.all(adoptions)
    await other.close()
    const { run, events, lines } = await readRecorded(store, taskId, runId)
    expect(errors).toEqual([])
    expect(run).toMatchObject({ exitCode: 0, signal: null, stoppedBy: null })
    const printed = readFileSync(runFiles(run.folder ?? '').stdout, 'utf8')
      .trimEnd()
      .split('\n')
    expect(lines.map((line) => line.source)).toEqual(printed)
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1))
    const texts = events.filter((event) => event.hasSource).map((event) => event.payload.text)
    expect(texts).toEqual(printed.map((line) => JSON.parse(line).text))
    expect(events.filter((event) => !event.hasSource).map((event) => event.type)).toEqual([
      'message',
      'session.ended',
    ])
  })

  it('back leaves no run to a recorder that has died', async () => {
    const { home, store } = await openHome()
    const { runId } = await startRun(store, { home, command: ['true'], protocol: 'none', prompt: '' })
    expect(await store.acquireLease(runId, 'one that dies', 5_000)).not.toBeNull()
    shiftMs = -HOUR_MS
    expect(await recordRun(store, runId, { signal: AbortSignal.timeout(3_000) })).toBe(true)
  })

  it('forward ends no wait for work in the background', async () => {
    const { home } = await openHome()
    const policy = { keepOpen: false, waitBackgroundMs: HOUR_MS, permissions: 'ask', client: null } as const
    const folder = createRunFolder(home, 'interactive')
    writeFirstFiles(folder, { prompt: '', attached: null, stdin: '', input: policy })
    const keeper = spawn('/bin/sleep', ['60'])
    onTestFinished(() => void keeper.kill('SIGKILL'))
    await once(keeper, 'spawn')
    const { pid, startTime } = identityOf(keeper.pid ?? 0)
    writeFileSync(runFiles(folder).process, `keeper ${pid} ${startTime}\nharness ${pid} ${startTime}\n`)
    const inputEnd = createInputEnd({ folder, policy, client: null, stop: () => undefined })
    inputEnd.look('background')
    shiftMs = 2 * HOUR_MS
    inputEnd.look('background')
    // The end of the input, when it comes, is a signal that this keeper does not survive.
    const ended = once(keeper, 'exit')
    await expect(Promise.race([ended, delay(200, 'lives')])).resolves.toBe('lives')
    inputEnd.look('waiting')
    expect((await ended)[1]).toBe('SIGUSR1')
  })

  it.runIf(HAS_PROC && existsSync('/bin/bash'))('moves no time limit', async () => {
    const { home } = await openHome()
    const folder = createRunFolder(home, 'by-bash')
    writeFirstFiles(folder, { prompt: '', attached: null, stdin: '', input: null })
    const asked = join(home, 'asked')
    const date = `() { if [ -e ${asked} ]; then echo 9999999999; else touch ${asked}; echo 0; fi; }`
    const { keeper, limit, exit } = runFiles(folder)
    const env = { ...process.env, 'BASH_FUNC_date%%': date }
    spawnSync('/bin/bash', [keeper, folder, '60', '0', '/bin/sleep', '1.5'], { env })
    expect(existsSync(limit)).toBe(false)
    expect(readFileSync(exit, 'utf8')).toBe('0\n')
  })
})

/** Waits until more of a run is in the store than now. */
async function progress(store: Store, runId: string): Promise<void> {
  const cursor = async (): Promise<number> => (await store.getRun(runId))?.cursor ?? 0
  const before = await cursor()
  await expect.poll(cursor, { interval: 5, timeout: 3_000 }).toBeGreaterThan(before)
}

async function isComplete(store: Store, runId: string): Promise<boolean> {
  return (await store.getRun(runId))?.complete ?? false
}
