import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { adoptRuns, recordRun, runFiles, startRun, stopRun } from '../../src/recorder/index.ts'
import { isAlive } from '../../src/recorder/process-identity.ts'
import { findRunEnd } from '../../src/recorder/run-end.ts'
import { createRunFolder, readProcesses, writeFirstFiles } from '../../src/recorder/run-folder.ts'
import type { RunRecord, Store } from '../../src/store/index.ts'
import { RECORDINGS } from '../recordings.ts'
import { anHourLater, harness, openHome, readRecorded, record } from './recorded.ts'

const sh = (script: string): string[] => ['/bin/sh', '-c', script]

describe('the end of a run', () => {
  it('is unknown, and said to be, when the keeper died with the harness', async () => {
    const { home, store } = await openHome()
    const { taskId, runId } = await startRun(store, {
      home,
      command: sh('echo one; sleep 60'),
      protocol: 'none',
      prompt: '',
    })
    const { keeper, harness: program } = await processesOf(store, runId)
    await expect.poll(() => readFileSync(runFiles(folderOf(home, runId)).stdout, 'utf8')).toBe('one\n')
    process.kill(keeper.pid, 'SIGKILL')
    process.kill(-program.pid, 'SIGKILL')
    await adoptUntilComplete(store, home, runId)
    const { run, events, lines } = await readRecorded(store, taskId, runId)
    expect(run).toMatchObject({ exitCode: null, signal: null, complete: true })
    expect(lines.map((line) => line.source)).toEqual(['one'])
    expect(events.at(-1)).toMatchObject({
      type: 'session.ended',
      payload: { status: null, reason: 'exit', origin: 'platform' },
    })
  })

  it('is not told of a run that is only slow to start, however busy the machine', async () => {
    const { home, store } = await openHome()
    const { runId } = await startRun(store, { home, command: sh('sleep 60'), protocol: 'none', prompt: '' })
    const { harness: program } = await processesOf(store, runId)
    const run = { ...((await store.getRun(runId)) as RunRecord), createdAt: 0 }
    const folder = folderOf(home, runId)
    rmSync(runFiles(folder).process)
    expect(findRunEnd(run, folder)).toBeNull()
    process.kill(-program.pid, 'SIGKILL')
    await expect.poll(() => existsSync(runFiles(folder).exit)).toBe(true)
    rmSync(runFiles(folder).exit)
    await expect.poll(() => findRunEnd(run, folder)).toMatchObject({ exitCode: null, signal: null })
  })

  it('waits for a harness whose keeper died before it', async () => {
    const { home, store } = await openHome()
    const go = join(home, 'go')
    const { taskId, runId } = await startRun(store, {
      home,
      command: sh(`while [ ! -e ${go} ]; do sleep 0.05; done; echo last`),
      protocol: 'none',
      prompt: '',
    })
    const { keeper } = await processesOf(store, runId)
    process.kill(keeper.pid, 'SIGKILL')
    await expect.poll(() => isAlive(keeper)).toBe(false)
    const recording = recordRun(store, runId)
    writeFileSync(go, '')
    expect(await recording).toBe(true)
    expect((await readRecorded(store, taskId, runId)).lines.map((line) => line.source)).toEqual(['last'])
  })

  it('comes even when somebody removed the folder of a run', async () => {
    const { home, store } = await openHome()
    const { runId } = await startRun(store, { home, command: ['true'], protocol: 'none', prompt: 'x' })
    await expect.poll(() => existsSync(runFiles(folderOf(home, runId)).exit)).toBe(true)
    rmSync(folderOf(home, runId), { recursive: true })
    // Only a run that is surely not just being started is given up: this one is from an hour ago.
    expect(await recordRun(anHourLater(store), runId)).toBe(true)
    expect(await store.getRun(runId)).toMatchObject({ complete: true, exitCode: null })
  })

  it('is brought about, also of what ignores the friendly signals and of what it started', async () => {
    const { home, store } = await openHome()
    const pidFile = join(home, 'pid')
    const { runId } = await startRun(store, {
      home,
      command: sh(`trap '' INT TERM; sleep 60 & echo $! >${pidFile}; echo up; wait; wait; sleep 60`),
      protocol: 'none',
      prompt: '',
    })
    const recording = recordRun(store, runId)
    await expect.poll(() => readFileSync(runFiles(folderOf(home, runId)).stdout, 'utf8')).toBe('up\n')
    expect(await stopRun(store, runId, { graceMs: 300 })).toBe(true)
    await recording
    expect(await store.getRun(runId)).toMatchObject({ signal: 'SIGKILL', stoppedBy: 'user', complete: true })
    const started = Number(readFileSync(pidFile, 'utf8'))
    await expect.poll(() => isRunning(started)).toBe(false)
    expect(await stopRun(store, runId)).toBe(false)
    await expect(stopRun(store, 'nobody')).rejects.toMatchObject({ code: 'unknown-run' })
  })

  it('comes at the limit of the spool', async () => {
    const { home, store } = await openHome()
    const command = [process.execPath, harness('numbered-lines.mjs'), '1', '10', '5', join(home, 'never')]
    const { task, run } = await record(store, home, { command, spoolLimitBytes: 10_000 })
    expect(run.stoppedBy).toBe('spool_limit')
    expect(task.state).toMatchObject({ status: 'failed', reason: 'spool_limit' })
  })

  it('has the reason that the fold finds where the harness stated no end', async () => {
    const { home, store } = await openHome()
    const recording = join(RECORDINGS, 'opencode/1.18.33/permission-ask.jsonl')
    const rejected = await record(store, home, {
      command: ['/bin/sh', '-c', 'cat "$0"', recording],
      protocol: 'opencode-json',
    })
    expect(rejected.events.at(-1)).toMatchObject({
      type: 'session.ended',
      payload: { status: null, reason: 'permission', origin: 'platform', exitCode: 0 },
    })
    expect(rejected.task.state).toMatchObject({ status: 'no-result', reason: 'permission' })
    const failing = async (notice: object) => {
      const line = JSON.stringify({ type: 'raw', notice: { kind: 'error', ...notice } })
      const command = ['/bin/sh', '-c', 'echo "$1"; exit 1', 'sh', line]
      const { events, task } = await record(store, home, { command, protocol: 'jsonl' })
      return [events.at(-1)?.payload.reason, task.state?.status, task.state?.reason, task.state?.summary]
    }
    expect(await failing({ text: 'Log in.', reason: 'auth' })).toEqual(['auth', 'failed', 'auth', 'Log in.'])
    expect(await failing({ text: 'Log in.' })).toEqual(['exit', 'failed', 'exit', 'Log in.'])
  })

  it('of a follow-up turn decides the task again', async () => {
    const { home, store } = await openHome()
    const first = await record(store, home, { command: sh('exit 3'), prompt: 'one' })
    expect(first.task.state?.status).toBe('failed')
    const second = await record(store, home, { command: ['true'], prompt: 'two', taskId: first.task.id })
    expect(second.run.ordinal).toBe(2)
    expect(second.task.state?.status).toBe('succeeded')
    expect(second.events.map(({ type, run }) => [type, run === second.run.id])).toEqual([
      ['message', false],
      ['session.ended', false],
      ['message', true],
      ['session.ended', true],
    ])
  })
})

it('the time of a line that was read late is marked as such, a time that the line states is its own', async () => {
  const { home, store } = await openHome()
  const lines = [
    '{"type":"user","timestamp":"2026-01-02T03:04:05.678Z","message":{"content":"x"}}',
    '{"type":"assistant","message":{"content":[{"type":"text","text":"y"}]}}',
  ]
  writeFileSync(join(home, 'lines'), lines.join('\n'))
  const options = { home, command: sh(`cat ${join(home, 'lines')}`), protocol: 'claude-json', prompt: '' }
  const kindsOf = async (from: Store) => {
    const { taskId, runId } = await startRun(store, options)
    await expect.poll(() => existsSync(runFiles(folderOf(home, runId)).exit)).toBe(true)
    await recordRun(from, runId)
    const { events } = await readRecorded(store, taskId, runId)
    return events.filter((event) => event.type === 'message').map(({ ts, tsKind }) => [tsKind, ts])
  }
  const stated = ['stated', Date.UTC(2026, 0, 2, 3, 4, 5, 678)]
  expect(await kindsOf(store)).toEqual([stated, ['read', expect.any(Number)]])
  expect(await kindsOf(anHourLater(store))).toEqual([stated, ['late', expect.any(Number)]])
})

it.runIf(existsSync('/bin/bash'))(
  'bash as the shell of the keeper says nothing in the harness’s name',
  async () => {
    const { home } = await openHome()
    const folder = createRunFolder(home, 'by-bash')
    writeFirstFiles(folder, { prompt: '', attached: null, stdin: '', input: null })
    const files = runFiles(folder)
    const script = `exec /bin/bash ${files.keeper} ${folder} 0 0 /bin/sh -c 'kill -9 $$' 2>>${files.stderr}`
    expect(spawnSync('/bin/sh', ['-c', script]).status).toBe(0)
    expect(readFileSync(files.exit, 'utf8')).toBe('137\n')
    expect(readFileSync(files.stderr, 'utf8')).toBe('')
  },
)

function folderOf(home: string, runId: string): string {
  return join(home, 'runs', runId)
}

async function processesOf(
  store: Store,
  runId: string,
): Promise<NonNullable<ReturnType<typeof readProcesses>>> {
  const folder = (await store.getRun(runId))?.folder ?? ''
  await expect.poll(() => readProcesses(folder)).not.toBeNull()
  const processes = readProcesses(folder)
  if (!processes) throw new Error(`The keeper of ${folder} is gone.`)
  return processes
}

async function adoptUntilComplete(store: Store, home: string, runId: string): Promise<void> {
  const stop = new AbortController()
  const adoption = adoptRuns(store, { home, signal: stop.signal, intervalMs: 20 })
  try {
    await expect.poll(async () => (await store.getRun(runId))?.complete, { timeout: 20_000 }).toBe(true)
  } finally {
    stop.abort()
    await adoption
  }
}

/** Whether a process that nobody waited for still does something. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.trim() !== '' && !stdout.trim().startsWith('Z')
}
