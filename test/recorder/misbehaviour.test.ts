import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { prune, recordRun, runFiles, startRun, stopRun } from '../../src/recorder/index.ts'
import { findZombies, HAS_PROC, measureIdleLoad } from './processes.ts'
import { openHome, readRecorded, record } from './recorded.ts'

const sh = (script: string): string[] => ['/bin/sh', '-c', script]

/** Of one processor, while a run lives and says nothing. */
const MAX_IDLE_LOAD = 0.2

describe.runIf(HAS_PROC)('a harness that misbehaves', () => {
  afterEach(async () => {
    await expect.poll(() => findZombies()).toEqual([])
  })

  it('ends though what it started holds its stdout open; the spool keeps what comes later', async () => {
    const { home, store } = await openHome()
    const script = `{ while [ ! -e ${home}/go ]; do sleep 0.05; done; echo late; touch ${home}/done; } & echo $!; exit 3`
    const { taskId, runId } = await startRun(store, {
      home,
      command: sh(script),
      protocol: 'none',
      prompt: '',
    })
    expect(await recordRun(store, runId)).toBe(true)
    const { run, task, lines } = await readRecorded(store, taskId, runId)
    expect(run).toMatchObject({ exitCode: 3, signal: null, stoppedBy: null, complete: true })
    expect(task.state?.status).toBe('failed')
    const printed = String(lines[0]?.source)
    expect(lines).toHaveLength(1)
    const { stdout } = runFiles(run.folder ?? '')
    writeFileSync(`${home}/go`, '')
    await expect.poll(() => existsSync(`${home}/done`)).toBe(true)
    expect(readFileSync(stdout, 'utf8')).toBe(`${printed}\nlate\n`)
    await prune(store, { tasksBefore: null, spools: true })
    expect(readFileSync(stdout, 'utf8')).toContain('late')
  })

  it('may close its stdout and go on', async () => {
    const { home, store } = await openHome()
    const script = `echo before; exec >&-; touch ${home}/done; while [ ! -e ${home}/go ]; do sleep 0.05; done; exit 7`
    const { runId } = await startRun(store, { home, command: sh(script), protocol: 'none', prompt: '' })
    const recording = recordRun(store, runId)
    await expect.poll(() => existsSync(`${home}/done`)).toBe(true)
    expect((await store.getRun(runId))?.complete).toBe(false)
    writeFileSync(`${home}/go`, '')
    expect(await recording).toBe(true)
    expect(await store.getRun(runId)).toMatchObject({ exitCode: 7, complete: true })
    expect((await store.readLines(runId, 0, 10)).map((line) => line.source)).toEqual(['before'])
  })
  it('may live and say nothing, which costs next to nothing, until it is stopped', async () => {
    const { home, store } = await openHome()
    const { taskId, runId } = await startRun(store, {
      home,
      command: ['sleep', '60'],
      protocol: 'none',
      prompt: '',
    })
    const recording = recordRun(store, runId)
    expect(await measureIdleLoad(1_000)).toBeLessThan(MAX_IDLE_LOAD)
    expect(await stopRun(store, runId, { graceMs: 500 })).toBe(true)
    expect(await recording).toBe(true)
    const { run, task, events } = await readRecorded(store, taskId, runId)
    expect(run).toMatchObject({ exitCode: null, signal: 'SIGINT', stoppedBy: 'user', complete: true })
    expect(task.state?.status).toBe('interrupted')
    expect(events.map(({ type }) => type)).toEqual(['session.ended'])
  })

  it('may flood stderr, of which the end is told and nothing is held in memory', async () => {
    const { home, store } = await openHome()
    const before = process.memoryUsage().rss
    const script = 'yes "something is wrong" | head -c 100000000 >&2; echo >&2; echo the reason >&2; exit 5'
    const { run, task } = await record(store, home, { command: sh(script) })
    expect(run).toMatchObject({ exitCode: 5, complete: true })
    expect(statSync(runFiles(run.folder ?? '').stderr).size).toBeGreaterThan(100_000_000)
    expect(task.state?.summary).toMatch(/the reason$/)
    expect(task.state?.summary?.length).toBeLessThan(8_000)
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
  })

  it('may print noise, which comes back to the letter', async () => {
    const { home, store } = await openHome()
    const command = sh('head -c 300000 /dev/urandom; echo; echo \'{"type":"message","text":"after"}\'')
    const { run, events, lines } = await record(store, home, { command, protocol: 'jsonl' })
    const stored = lines.map(({ source }) =>
      Buffer.concat([Buffer.from(source as string), Buffer.from('\n')]),
    )
    expect(Buffer.concat(stored).equals(readFileSync(runFiles(run.folder ?? '').stdout))).toBe(true)
    expect(events.at(-2)).toMatchObject({ type: 'message', payload: { text: 'after' } })
  })
})
