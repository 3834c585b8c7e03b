import { readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  answerRequest,
  type IngestOptions,
  ingestRun,
  interruptRun,
  recordRun,
  replyToTask,
  runFiles,
  type StartOptions,
  startRun,
  stopRun,
} from '../../src/recorder/index.ts'
import type { Store } from '../../src/store/index.ts'
import { harness, openHome, readRecorded } from './recorded.ts'

const COMMAND = [process.execPath, harness('conversation.mjs'), '--output-format', 'stream-json']

/** An interactive run that is being recorded. */
async function converse(store: Store, home: string, options: Partial<StartOptions> = {}) {
  const started = await startRun(store, {
    home,
    command: COMMAND,
    protocol: 'claude-stream',
    prompt: 'one',
    ...options,
  })
  return { ...started, recorded: recordRun(store, started.runId) }
}

const statusOf = async (store: Store, taskId: string) => (await store.getTask(taskId))?.state?.status
const until = (store: Store, taskId: string, status: string) =>
  expect.poll(() => statusOf(store, taskId), { timeout: 10_000, interval: 20 }).toBe(status)

/** What was said by whom, in order. */
async function saidIn(store: Store, taskId: string, runId: string): Promise<string[]> {
  const { events } = await readRecorded(store, taskId, runId)
  return events.flatMap(({ type, payload }) =>
    type === 'message' ? [`${payload.role}: ${payload.text}`] : [],
  )
}

describe('an interactive run', () => {
  it('ends its input after the turn, unless it is kept open', async () => {
    const { home, store } = await openHome()
    const { taskId, runId, recorded } = await converse(store, home)
    await recorded
    expect(await saidIn(store, taskId, runId)).toEqual([
      'user: one',
      'assistant: heard one',
      'assistant: end of input',
    ])
    expect(await store.getRun(runId)).toMatchObject({ exitCode: 0, complete: true })
  })

  it('waits for what runs in the background before it ends its input', async () => {
    const { home, store } = await openHome()
    const { taskId, runId, recorded } = await converse(store, home, { prompt: 'background' })
    await recorded
    const { events } = await readRecorded(store, taskId, runId)
    const sets = events.filter((event) => event.type === 'session.background')
    expect(sets.map((event) => (event.payload.tasks as unknown[]).length)).toEqual([1, 0])
    expect(events.at(-2)?.payload.text).toBe('end of input')
  })

  it('takes replies of any size, each told once and before its answer', async () => {
    const { home, store } = await openHome()
    const { taskId, runId, recorded } = await converse(store, home, { keepOpen: true })
    await until(store, taskId, 'waiting')
    const long = 'é'.repeat(200_000)
    expect(await replyToTask(store, { home, taskId, text: long })).toEqual({ runId, isNewRun: false })
    await expect
      .poll(async () => (await store.getTask(taskId))?.state?.summary?.length, { timeout: 10_000 })
      .toBe(8_000)
    await replyToTask(store, { home, taskId, text: 'three' })
    await expect.poll(async () => (await store.getTask(taskId))?.state?.summary).toBe('heard three')
    expect((await saidIn(store, taskId, runId)).map((said) => said.slice(0, 18))).toEqual([
      'user: one',
      'assistant: heard o',
      'user: éééééééééééé',
      'assistant: heard é',
      'user: three',
      'assistant: heard t',
    ])
    await stopRun(store, runId)
    await recorded
    expect(await statusOf(store, taskId)).toBe('succeeded')
  })

  it('is interrupted by a line, and its session goes on', async () => {
    const { home, store } = await openHome()
    const { taskId, runId, recorded } = await converse(store, home, { prompt: 'wait', keepOpen: true })
    await expect.poll(async () => (await store.getTask(taskId))?.state?.model).toBe('m')
    expect(await interruptRun(store, runId)).toBe(true)
    await until(store, taskId, 'waiting')
    expect((await readRecorded(store, taskId, runId)).events.at(-1)?.payload.status).toBe('interrupted')
    await replyToTask(store, { home, taskId, text: 'again' })
    await expect.poll(async () => (await store.getTask(taskId))?.state?.summary).toBe('heard again')
    await stopRun(store, runId)
    await recorded
    expect(await interruptRun(store, runId)).toBe(false)
  })

  it('asks, and is answered; the answer is recorded', async () => {
    const { home, store } = await openHome()
    const { taskId, runId, recorded } = await converse(store, home, { prompt: 'ask', keepOpen: true })
    await until(store, taskId, 'needs-input')
    const answer = { taskId, requestId: 'q1', text: null }
    await expect(
      answerRequest(store, { ...answer, requestId: 'q2', optionId: 'deny' }),
    ).rejects.toMatchObject({
      code: 'no-such-request',
    })
    await expect(answerRequest(store, { ...answer, optionId: 'perhaps' })).rejects.toMatchObject({
      code: 'no-such-request',
    })
    await answerRequest(store, { ...answer, optionId: 'deny' })
    await until(store, taskId, 'waiting')
    const { events } = await readRecorded(store, taskId, runId)
    const notices = events.flatMap(({ payload, hasSource }) =>
      payload.notice ? [[payload.notice, hasSource]] : [],
    )
    expect(notices).toMatchObject([
      [{ kind: 'permission', requestId: 'q1', state: 'open' }, true],
      [{ kind: 'permission', requestId: 'q1', state: 'answered', by: 'user', answer: 'deny' }, false],
    ])
    expect(await saidIn(store, taskId, runId)).toContain('assistant: ask: deny')
    await stopRun(store, runId)
    await recorded
  })

  it('is taken up by another ingester, which tells no turn twice and forgets none', async () => {
    const { home, store } = await openHome()
    const { taskId, runId } = await startRun(store, {
      home,
      command: COMMAND,
      protocol: 'claude-stream',
      prompt: 'one',
      keepOpen: true,
    })
    const once: IngestOptions = { once: true }
    const catchUp = async (words: string) =>
      await expect
        .poll(async () => {
          await ingestRun(store, runId, once)
          return await saidIn(store, taskId, runId)
        })
        .toContain(words)
    await catchUp('assistant: heard one')
    await replyToTask(store, { home, taskId, text: 'two' })
    await catchUp('assistant: heard two')
    await replyToTask(store, { home, taskId, text: 'three' })
    await catchUp('assistant: heard three')
    expect(await saidIn(store, taskId, runId)).toEqual(
      ['one', 'two', 'three'].flatMap((word) => [`user: ${word}`, `assistant: heard ${word}`]),
    )
    await stopRun(store, runId)
    await ingestRun(store, runId)
  })

  it('keeps its history one when a reply resumes it in a new process', async () => {
    const { home, store } = await openHome()
    const first = await converse(store, home)
    await first.recorded
    const reply = await replyToTask(store, { home, taskId: first.taskId, text: 'two' })
    expect(reply.isNewRun).toBe(true)
    await recordRun(store, reply.runId)
    const run = await store.getRun(reply.runId)
    expect(run).toMatchObject({ ordinal: 2, taskId: first.taskId, exitCode: 0 })
    expect(run?.command.slice(-2)).toEqual(['--resume', 'ef45799e-d353-4d47-9cab-edac253e5cb4'])
    expect(await saidIn(store, first.taskId, reply.runId)).toEqual([
      'user: one',
      'assistant: heard one',
      'assistant: end of input',
      'user: two',
      'assistant: heard two',
      'assistant: end of input',
    ])
  })

  it('says so when it takes no words now, or never will', async () => {
    const { home, store } = await openHome()
    const start = { home, protocol: 'claude-json', prompt: '' }
    const slow = await startRun(store, { ...start, command: ['/bin/sh', '-c', 'sleep 30'] })
    const recorded = recordRun(store, slow.runId)
    await expect(replyToTask(store, { home, taskId: slow.taskId, text: 'x' })).rejects.toMatchObject({
      code: 'busy',
    })
    await stopRun(store, slow.runId)
    await recorded
    await expect(replyToTask(store, { home, taskId: slow.taskId, text: 'x' })).rejects.toMatchObject({
      code: 'cannot-resume',
    })
  })

  it('keeps what it is told private', async () => {
    const { home, store } = await openHome()
    const { taskId, runId, recorded } = await converse(store, home, { keepOpen: true })
    await until(store, taskId, 'waiting')
    await replyToTask(store, { home, taskId, text: 'secret' })
    const { folder } = (await store.getRun(runId)) ?? {}
    for (const file of ['input', 'ownEvents', 'interactive'] as const) {
      expect(statSync(runFiles(folder ?? '')[file]).mode & 0o777).toBe(0o600)
    }
    expect(readFileSync(runFiles(folder ?? '').ownEvents, 'utf8')).toContain('secret')
    await stopRun(store, runId)
    await recorded
  })
})
