import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { adoptRuns, appendForeign, createForeignRun, runFiles, startRun } from '../../src/recorder/index.ts'
import { appendOwnEvent, createOwnEventReader, humanTurn } from '../../src/recorder/own-events.ts'
import { openStore, type RunRecord, type Store, type StoredLine, storePathOf } from '../../src/store/index.ts'
import { findZombies, measureIdleLoad } from './processes.ts'
import { readRecorded } from './recorded.ts'

const sh = (script: string): string[] => ['/bin/sh', '-c', script]

describe.runIf(mayMount())('a disk that is full', () => {
  it('loses nothing that reached the spool, and no end, once there is room again', async () => {
    const { home, store } = await openSmallHome(40)
    writeFileSync(join(home, 'fill'), Buffer.alloc(37_000_000))
    const errors: unknown[] = []
    const stop = new AbortController()
    const onError = (error: unknown): unknown => errors.push(error)
    const times = { intervalMs: 50, retryMs: 200, leaseMs: 500 }
    const adoption = adoptRuns(store, { ...times, home, signal: stop.signal, onError })
    const line = `{"type":"message","text":"${'é'.repeat(200)}"}`
    const some = `i=0; while [ $i -lt 300 ]; do echo '${line}'; i=$((i+1)); done`
    const wait = `while [ ! -e ${home}/go ]; do sleep 0.05; done`
    const command = sh(`${some}; ${wait}; while echo '${line}'; do :; done 2>/dev/null; exit 9`)
    const { taskId, runId } = await startRun(store, { home, command, protocol: 'jsonl', prompt: 'Go' })
    await expect.poll(async () => (await store.readLines(runId, 0, 1_000)).length).toBe(300)
    writeFileSync(join(home, 'go'), '')
    await expect.poll(() => errors.length, { timeout: 10_000 }).toBeGreaterThan(1)
    for (const error of errors) expect(error).toMatchObject({ name: 'StoreError', code: 'store-failed' })
    // A busy loop takes all of a processor; retries every 200 ms took up to 0.34 of one on a busy machine.
    expect(await measureIdleLoad(500)).toBeLessThan(0.7)
    expect((await store.getRun(runId))?.complete).toBe(false)
    const stored = await readRecorded(store, taskId, runId)
    expect(stored.lines.length).toBeGreaterThanOrEqual(300)
    rmSync(join(home, 'fill'))
    await expect.poll(() => isComplete(store, runId), { timeout: 10_000 }).toBe(true)
    stop.abort()
    await adoption
    await store.checkIntegrity()
    const { run, events, lines } = await readRecorded(store, taskId, runId)
    // What the keeper could not write while there was no room, it wrote afterwards.
    expect(run).toMatchObject({ exitCode: 9, complete: true })
    const printed = readFileSync(runFiles(run.folder ?? '').stdout)
    expect(bytesOf(lines).subarray(0, printed.length).equals(printed)).toBe(true)
    expect(lines.length).toBeGreaterThan(stored.lines.length)
    expect(events.slice(0, stored.events.length)).toEqual(stored.events)
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    expect(events.filter(({ hasSource }) => hasSource)).toHaveLength(lines.length)
    expect(findZombies()).toEqual([])
  })

  it('starts nothing, takes no half words and no half stream, and says so', async () => {
    const { home, store } = await openSmallHome(2)
    const foreign = await createForeignRun(store, { home, protocol: 'jsonl', command: 'elsewhere' })
    const run = (await store.getRun(foreign.runId)) as RunRecord
    const folder = run.folder ?? ''
    appendOwnEvent(folder, humanTurn('first', 1))
    fill(home)
    const refused = { name: 'RecorderError', code: 'cannot-write' }
    const start = { home, command: ['true'], protocol: 'none', prompt: 'x'.repeat(100_000) }
    await expect(startRun(store, start)).rejects.toMatchObject(refused)
    expect(() => appendOwnEvent(folder, humanTurn('lost '.repeat(2_000), 2))).toThrow(
      expect.objectContaining(refused),
    )
    const bytes = Buffer.from(`${'y'.repeat(50_000)}\n`)
    expect(() => appendForeign(run, 0, bytes)).toThrow(expect.objectContaining(refused))
    rmSync(join(home, 'fill'))
    appendOwnEvent(folder, humanTurn('second', 3))
    const told = createOwnEventReader(folder, 0, 0).next()
    expect(told.map(({ event }) => event.payload.text)).toEqual(['first', 'second'])
    expect(appendForeign(run, 0, bytes)).toBe(bytes.length)
    expect(readFileSync(runFiles(folder).stdout).equals(bytes)).toBe(true)
  })
})

/** Mounting is for root alone. */
function mayMount(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/proc/self/mounts')
}

/** A store on a disk of its own of so many MiB. */
async function openSmallHome(mebibytes: number): Promise<{ home: string; store: Store }> {
  const home = await mkdtemp(join(tmpdir(), 'agent-stream-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', home])
  if (mounted.status !== 0) throw new Error(`Could not mount a disk at ${home}: ${mounted.stderr}`)
  const store = await openStore(storePathOf(home))
  onTestFinished(async () => {
    await store.close()
    spawnSync('umount', ['-l', home])
    await rm(home, { recursive: true, force: true })
  })
  return { home, store }
}

/** Takes all the room that is left. */
function fill(home: string): void {
  for (const size of [65_536, 4_096, 1]) {
    try {
      for (;;) appendFileSync(join(home, 'fill'), Buffer.alloc(size))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
}

/** The lines as they were printed; the last one gets a newline, which a full disk may have had no room for. */
function bytesOf(lines: readonly StoredLine[]): Buffer {
  return Buffer.concat(lines.flatMap(({ source }) => [Buffer.from(source as string), Buffer.from('\n')]))
}

async function isComplete(store: Store, runId: string): Promise<boolean> {
  return (await store.getRun(runId))?.complete ?? false
}
