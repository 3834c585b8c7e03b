import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { adoptRuns, recordRun, runFiles, startRun } from '../../src/recorder/index.ts'
import type { Store } from '../../src/store/index.ts'
import { findZombies, HAS_PROC, measureIdleLoad } from './processes.ts'
import { anHourLater, openHome, readRecorded } from './recorded.ts'

describe.runIf(HAS_PROC)('a spool that somebody removes while its run is read', () => {
  it('with its whole folder ends neither the run nor its reader before the harness ends', async () => {
    const { home, store } = await openHome()
    // A run from an hour ago is surely not just being started.
    const errors = adopt(anHourLater(store), home)
    const { taskId, runId, folder } = await startPatient(store, home)
    await expect.poll(() => countLines(store, runId)).toBe(1)
    rmSync(folder, { recursive: true })
    expect(await measureIdleLoad(500)).toBeLessThan(0.2)
    expect(await isComplete(store, runId)).toBe(false)
    writeFileSync(join(home, 'go'), '')
    await expect.poll(() => isComplete(store, runId), { timeout: 5_000 }).toBe(true)
    const { run, task, lines } = await readRecorded(store, taskId, runId)
    expect(lines.map(({ source }) => source)).toEqual(['before', 'after'])
    expect(run).toMatchObject({ exitCode: null, signal: null, complete: true })
    expect(task.state?.status).toBe('no-result')
    // The recorder goes on with other runs.
    const next = await startRun(store, { home, command: ['true'], protocol: 'none', prompt: '' })
    await expect.poll(() => isComplete(store, next.runId), { timeout: 5_000 }).toBe(true)
    expect(errors).toEqual([])
    expect(findZombies()).toEqual([])
  })

  it('keeps what its reader has open; what is lost to the next reader is said', async () => {
    const { home, store } = await openHome()
    const { taskId, runId, folder } = await startPatient(store, home)
    const stop = new AbortController()
    const first = recordRun(store, runId, { signal: stop.signal })
    await expect.poll(() => countLines(store, runId)).toBe(1)
    rmSync(runFiles(folder).stdout)
    stop.abort()
    expect(await first).toBe(false)
    const second = recordRun(store, runId)
    expect(await measureIdleLoad(500)).toBeLessThan(0.2)
    writeFileSync(join(home, 'go'), '')
    expect(await second).toBe(true)
    const { run, task, events, lines } = await readRecorded(store, taskId, runId)
    expect(lines.map(({ source }) => source)).toEqual(['before'])
    expect(run).toMatchObject({ exitCode: 6, complete: true })
    expect(task.state?.status).toBe('failed')
    expect(events.at(-2)).toMatchObject({
      type: 'raw',
      payload: { notice: { kind: 'warning', text: expect.stringContaining('after byte 7 is lost') } },
    })
  })
})

/** A run that prints one line, and another one before it ends, once `go` is there. */
async function startPatient(
  store: Store,
  home: string,
): Promise<{ taskId: string; runId: string; folder: string }> {
  const script = `echo before; while [ ! -e ${home}/go ]; do sleep 0.05; done; echo after; exit 6`
  const command = ['/bin/sh', '-c', script]
  const ids = await startRun(store, { home, command, protocol: 'none', prompt: '' })
  return { ...ids, folder: join(home, 'runs', ids.runId) }
}

/** Adopts the runs of a home until the test is over; gives the errors so far. */
function adopt(store: Store, home: string): unknown[] {
  const errors: unknown[] = []
  const stop = new AbortController()
  const onError = (error: unknown): unknown => errors.push(error)
  const adoption = adoptRuns(store, { home, signal: stop.signal, intervalMs: 20, onError })
  onTestFinished(async () => {
    stop.abort()
    await adoption
  })
  return errors
}

async function countLines(store: Store, runId: string): Promise<number> {
  return (await store.readLines(runId, 0, 10)).length
}

async function isComplete(store: Store, runId: string): Promise<boolean> {
  return (await store.getRun(runId))?.complete ?? false
}
