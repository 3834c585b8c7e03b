import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { recordRun, startRun } from '../../src/recorder/index.ts'
import { StoreError } from '../../src/store/index.ts'
import { anHourLater, openHome } from './recorded.ts'

const LOCKED = new StoreError('store-locked', 'The store is locked.')

describe('a run that cannot be started', () => {
  it('leaves no task where its folder cannot be written, and says so', async () => {
    const { home, store } = await openHome()
    writeFileSync(join(home, 'runs'), '')
    const starting = startRun(store, { home, command: ['true'], protocol: 'none', prompt: '' })
    await expect(starting).rejects.toMatchObject({ name: 'RecorderError', code: 'cannot-write' })
    expect((await store.listTasks({})).tasks).toEqual([])
  })

  it('leaves neither task nor folder where the store cannot be written', async () => {
    const { home, store } = await openHome()
    const locked = { ...store, createRun: () => Promise.reject(LOCKED) }
    const starting = startRun(locked, { home, command: ['true'], protocol: 'none', prompt: 'secret' })
    await expect(starting).rejects.toBe(LOCKED)
    expect((await store.listTasks({})).tasks).toEqual([])
    expect(readdirSync(join(home, 'runs'))).toEqual([])
  })

  it('has ended where the system refuses its arguments', async () => {
    const { home, store } = await openHome()
    const command = ['echo', 'x'.repeat(3_000_000)]
    const starting = startRun(store, { home, command, protocol: 'none', prompt: '' })
    await expect(starting).rejects.toMatchObject({ code: 'no-keeper' })
    const [run] = await store.listOpenRuns()
    expect(await recordRun(anHourLater(store), run?.id ?? '', { signal: AbortSignal.timeout(3_000) })).toBe(
      true,
    )
    expect(await store.getRun(run?.id ?? '')).toMatchObject({ complete: true, exitCode: null })
  })
})

it('a run has started though its store is locked just then', async () => {
  const { home, store } = await openHome()
  const locked = { ...store, changeRun: () => Promise.reject(LOCKED) }
  const command = ['touch', join(home, 'ran')]
  const { runId } = await startRun(locked, { home, command, protocol: 'none', prompt: '' })
  await recordRun(store, runId)
  expect(await store.getRun(runId)).toMatchObject({ exitCode: 0, complete: true })
  expect(existsSync(join(home, 'ran'))).toBe(true)
})
