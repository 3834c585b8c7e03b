import { createHash } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  interruptRun,
  recordRun,
  replyToTask,
  runFiles,
  startRun,
  stopRun,
} from '../../src/recorder/index.ts'
import { readRecording } from '../recordings.ts'
import { openHome, record } from './recorded.ts'

const sh = (script: string): string[] => ['/bin/sh', '-c', script]

describe('a recorded run', () => {
  it('keeps stdout byte for byte, translates it, and knows the end', async () => {
    const { home, store } = await openHome()
    const { bytes, lines } = readRecording('claude', '2.1.332', 'demo-fix-bug')
    const file = new URL('../../fixtures/recordings/claude/2.1.332/demo-fix-bug.jsonl', import.meta.url)
      .pathname
    const {
      task,
      run,
      events,
      lines: stored,
    } = await record(store, home, {
      command: sh(`cat >/dev/null; cat ${file}`),
      protocol: 'claude-json',
      prompt: 'Fix it',
    })
    expect(readFileSync(runFiles(run.folder ?? '').stdout)).toEqual(Buffer.from(bytes))
    expect(stored.map((line) => line.source)).toEqual(lines)
    expect(run).toMatchObject({ exitCode: 0, signal: null, complete: true, cursor: bytes.length })
    expect(task).toMatchObject({
      title: 'Fix it',
      titleOrigin: 'placeholder',
      state: { status: 'succeeded', harness: 'claude-code' },
    })
    expect(events[0]).toMatchObject({
      type: 'message',
      hasSource: false,
      payload: { role: 'user', text: 'Fix it' },
    })
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1))
    expect(events.filter((event) => event.type === 'session.ended')).toHaveLength(1)
    expect(task.state?.usage.outputTokens).toBe(1202)
  })

  it('is told on stdin what the human said, whole', async () => {
    const { home, store } = await openHome()
    const prompt = `première ligne\n${'x'.repeat(200_000)}`
    const { lines } = await record(store, home, { command: ['cat'], prompt })
    expect(lines.map((line) => line.source).join('\n')).toBe(prompt)
  })

  it('is told it as an argument where the harness reads no stdin, in the reply too, and none is taken for a flag', async () => {
    const { home, store } = await openHome()
    const recorded = readRecording('kimi-code', '2.1.0', 'plain').lines
    writeFileSync(join(home, 'said'), `${recorded.join('\n')}\n`)
    writeFileSync(
      join(home, 'kimi'),
      `#!/bin/sh\nprintf '%s|' "$@" >>'${home}/argv'; cat >>'${home}/stdin'; cat '${home}/said'\n`,
      { mode: 0o755 },
    )
    const told = { home, command: [join(home, 'kimi')], protocol: 'kimi-json' }
    const { task, run } = await record(store, home, { ...told, prompt: 'Fix "it"' })
    expect(task).toMatchObject({ title: 'Fix "it"', state: { status: 'succeeded' } })
    expect(run.command).toEqual([join(home, 'kimi'), '--output-format', 'stream-json'])
    const { runId } = await replyToTask(store, { home, taskId: task.id, text: '--yolo' })
    await recordRun(store, runId)
    const id = task.state?.sessionId
    expect(readFileSync(join(home, 'argv'), 'utf8')).toBe(
      `--output-format|stream-json|-p|Fix "it"|--output-format|stream-json|-r|${id}|-p| --yolo|`,
    )
    expect(readFileSync(join(home, 'stdin'), 'utf8')).toBe('')
  })

  it.each([
    [
      'exits with 3',
      sh('echo out; echo why >&2; exit 3'),
      { exitCode: 3, signal: null },
      { status: 'failed', reason: 'exit', summary: 'why', exitCode: 3 },
    ],
    [
      'is killed',
      sh('echo out; kill -9 $$'),
      { exitCode: null, signal: 'SIGKILL' },
      { status: 'interrupted', signal: 'SIGKILL' },
    ],
    [
      'is not found',
      ['no-such-program-here'],
      { exitCode: 127 },
      { status: 'failed', summary: expect.stringContaining('command not found: no-such-program-here') },
    ],
    ['prints nothing', sh('exit 0'), { exitCode: 0 }, { status: 'succeeded', exitCode: 0 }],
  ])('one that %s has an honest end', async (_name, command, facts, ending) => {
    const { home, store } = await openHome()
    const { run, events } = await record(store, home, { command })
    expect(run).toMatchObject({ ...facts, complete: true })
    expect(events.at(-1)).toMatchObject({
      type: 'session.ended',
      hasSource: false,
      payload: { origin: 'platform', ...ending },
    })
  })

  it('one of a harness that owes an ending and gives none has no result', async () => {
    const { home, store } = await openHome()
    const { task, events } = await record(store, home, {
      command: sh('echo \'{"type":"system","subtype":"init"}\''),
      protocol: 'claude-json',
    })
    expect(task.state?.status).toBe('no-result')
    expect(events.at(-1)?.payload).toMatchObject({ status: null, origin: 'platform', exitCode: 0 })
  })

  it('keeps what is not UTF-8, NUL bytes, carriage returns and an unterminated rest', async () => {
    const { home, store } = await openHome()
    const { lines, events } = await record(store, home, {
      command: sh("printf 'a\\377b\\nnul\\000x\\r\\n\\nrest'"),
      protocol: 'jsonl',
    })
    const sources = lines.map(({ source }) => (typeof source === 'string' ? source : [...source]))
    expect(sources).toEqual([[0x61, 0xff, 0x62], 'nul\0x\r', '', 'rest'])
    expect(lines.map((line) => line.offset)).toEqual([0, 4, 11, 12])
    expect(events.filter((event) => event.type === 'raw').map((event) => event.payload.text)).toEqual([
      'a\ufffdb',
      'nul\0x',
      'rest',
    ])
  })

  it('reads a line of 3 MB', async () => {
    const { home, store } = await openHome()
    const script = 'console.log(\'y\'.repeat(3000000)); console.log(\'{"type":"message","text":"next"}\')'
    const { lines, events } = await record(store, home, {
      command: [process.execPath, '-e', script],
      protocol: 'jsonl',
    })
    expect(lines.map((line) => line.source.length)).toEqual([3_000_000, 32])
    expect(events[0]?.payload).toMatchObject({ truncated: true, originalLength: 3_000_000 })
    expect(events[1]).toMatchObject({ type: 'message', payload: { text: 'next' } })
  })

  it('takes files out of lines, stores them once, and gives the line back to the letter', async () => {
    const { home, store } = await openHome()
    const picture = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(6_000, 7)])
    const source = { type: 'base64', media_type: 'image/png', data: picture.toString('base64') }
    const line = JSON.stringify({
      type: 'user',
      message: {
        content: [{ type: 'tool_result', tool_use_id: 't1', content: [{ type: 'image', source }] }],
      },
      tool_use_result: { type: 'image', file: { base64: source.data, type: 'image/png' } },
    })
    writeFileSync(join(home, 'line'), `${line}\n`)
    const command = sh(`cat ${join(home, 'line')}`)
    const { task, events, lines } = await record(store, home, { command, protocol: 'claude-json' })
    const id = `sha256-${createHash('sha256').update(picture).digest('hex')}`
    expect(lines[0]?.source === line).toBe(true)
    expect(lines[0]?.stored.length).toBeLessThan(1_000)
    const result = events.find((event) => event.type === 'tool.result')
    expect(result?.payload.files).toEqual([{ id, mediaType: 'image/png', name: null, bytes: picture.length }])
    expect(await store.getAttachment(id)).toMatchObject({ id, mediaType: 'image/png' })
    expect(Buffer.from((await store.getAttachment(id))?.bytes ?? [])).toEqual(picture)
    expect((await store.getEventLine(task.id, result?.seq ?? 0))?.line.source === line).toBe(true)
  })

  it('is in the store before its harness starts, under a title that a person gave', async () => {
    const { home, store } = await openHome()
    const { taskId, runId } = await startRun(store, {
      home,
      command: ['sleep', '30'],
      protocol: 'none',
      prompt: '',
      title: ' Mine\n',
    })
    expect(await store.getTask(taskId)).toMatchObject({ title: 'Mine', titleOrigin: 'human' })
    const recording = recordRun(store, runId)
    await expect.poll(() => stopRun(store, runId)).toBe(true)
    await recording
    expect(await store.getRun(runId)).toMatchObject({ stoppedBy: 'user', complete: true })
    expect((await store.getTask(taskId))?.state?.status).toBe('interrupted')
  })

  it('heeds an interrupt though its harness knows nothing of signals, and its children end with it', async () => {
    const { home, store } = await openHome()
    const command = sh('sleep 60 & echo $!; wait')
    const { taskId, runId } = await startRun(store, { home, command, protocol: 'none', prompt: '' })
    const recording = recordRun(store, runId)
    await expect.poll(async () => (await store.readLines(runId, 0, 1)).length).toBe(1)
    // The harness may print before the keeper has written down who it is.
    await expect.poll(() => interruptRun(store, runId)).toBe(true)
    await recording
    expect(await store.getRun(runId)).toMatchObject({ signal: 'SIGINT', stoppedBy: 'user', complete: true })
    expect((await store.getTask(taskId))?.state?.status).toBe('interrupted')
  })

  it('ends though its PATH lacks the tools of the system', async () => {
    const { home, store } = await openHome()
    const { run } = await record(store, home, { command: ['no-such-program'], env: { PATH: '/nowhere' } })
    expect(run).toMatchObject({ exitCode: 127, complete: true })
  })

  it('is neither taken for dead nor left without its limit when its PATH lacks them, and keeps that PATH', async () => {
    const { home, store } = await openHome()
    const env = { PATH: '/nowhere' }
    const patient = ['/bin/sh', '-c', 'echo "$PATH"; /bin/sleep 0.3; exit 4']
    const lived = await record(store, home, { command: patient, env })
    expect(lived.run).toMatchObject({ exitCode: 4, complete: true })
    expect(lived.lines.map((line) => line.source)).toEqual(['/nowhere'])
    const { run } = await record(store, home, { command: ['/bin/sleep', '60'], env, timeLimitMs: 1_000 })
    expect(run).toMatchObject({ stoppedBy: 'time_limit', complete: true })
  })

  it('is stopped at its time limit, and says so', async () => {
    const { home, store } = await openHome()
    const { task, run } = await record(store, home, {
      command: sh('echo before; sleep 60'),
      timeLimitMs: 1_000,
    })
    expect(run.stoppedBy).toBe('time_limit')
    expect(task.state).toMatchObject({ status: 'failed', reason: 'time_limit' })
  })

  it('has files that only its owner may read, whatever the umask', async () => {
    const { home, store } = await openHome()
    const before = process.umask(0)
    try {
      const { run } = await record(store, home, { command: sh('echo x'), prompt: 'secret' })
      expect(statSync(run.folder ?? '').mode & 0o777).toBe(0o700)
      for (const file of Object.values(runFiles(run.folder ?? ''))) {
        const found = statSync(file, { throwIfNoEntry: false })
        if (found) expect(found.mode & 0o077, file).toBe(0)
      }
    } finally {
      process.umask(before)
    }
  })

  it('does not see our own secrets, and its environment is not stored', async () => {
    const { home, store } = await openHome()
    const env = { PATH: process.env.PATH, AGENT_STREAM_TOKEN: 'top-secret', OTHER_KEY: 'value-of-the-key' }
    const { lines, run, task } = await record(store, home, {
      command: sh('env | grep -c AGENT_STREAM_TOKEN; echo done'),
      env,
    })
    expect(lines.map((line) => line.source)).toEqual(['0', 'done'])
    expect(JSON.stringify([run, task])).not.toContain('value-of-the-key')
  })

  it('refuses an unknown protocol, an empty command and a folder that is not there', async () => {
    const { home, store } = await openHome()
    const start = (options: object) =>
      startRun(store, { home, command: ['true'], protocol: 'none', prompt: '', ...options })
    await expect(start({ protocol: 'claude' })).rejects.toThrow(/Known protocols: none, claude-json/)
    await expect(start({ command: [] })).rejects.toThrow(TypeError)
    await expect(start({ cwd: '/no/such/folder' })).rejects.toMatchObject({ code: 'no-working-folder' })
    expect((await store.listTasks({})).tasks).toEqual([])
  })
})
