import { describe, expect, it } from 'vitest'
import {
  answerRequest,
  exportTask,
  importTask,
  ingestRun,
  interruptRun,
  recordRun,
  replyToTask,
  type StartOptions,
  startRun,
} from '../../src/recorder/index.ts'
import { readProcesses } from '../../src/recorder/run-folder.ts'
import type { Store } from '../../src/store/index.ts'
import { harness, openHome, readRecorded } from './recorded.ts'

const AGENT = [process.execPath, harness('acp-agent.mjs')]

/** A run of the agent in a folder of its own, being recorded. */
async function converse(store: Store, home: string, options: Partial<StartOptions> = {}) {
  const start = { home, cwd: home, command: AGENT, protocol: 'acp', prompt: 'one' }
  const started = await startRun(store, { ...start, ...options })
  return { ...started, recorded: recordRun(store, started.runId) }
}

const stateOf = async (store: Store, taskId: string) => (await store.getTask(taskId))?.state
const until = (store: Store, taskId: string, status: string) =>
  expect
    .poll(async () => (await stateOf(store, taskId))?.status, { timeout: 10_000, interval: 20 })
    .toBe(status)

/** What was said by whom, and how turns ended, in order; what the agent echoes is left out. */
async function storyOf(store: Store, taskId: string, runId: string): Promise<string[]> {
  const { events } = await readRecorded(store, taskId, runId)
  return events.flatMap(({ type, payload }) => {
    if (type === 'message' && payload.origin !== 'echo') return [`${payload.role}: ${payload.text}`]
    return type === 'session.ended' ? [`ended: ${payload.status ?? payload.origin}`] : []
  })
}

describe('an agent that speaks the Agent Client Protocol', () => {
  it('is spoken to by the recorder: one prompt, then the end of its input', async () => {
    const { home, store } = await openHome()
    const { taskId, runId, recorded } = await converse(store, home)
    await recorded
    expect(await storyOf(store, taskId, runId)).toEqual([
      'user: one',
      'assistant: heard one',
      'ended: succeeded',
    ])
    expect(await store.getRun(runId)).toMatchObject({ exitCode: 0, complete: true, stoppedBy: null })
    expect(await stateOf(store, taskId)).toMatchObject({
      status: 'succeeded',
      harness: 'demo-agent',
      sessionId: 'acp-5eb1',
      model: 'm',
    })
  })

  it('hears replies one after the other, also those that were said during a turn', async () => {
    const { home, store } = await openHome()
    const { taskId, runId, recorded } = await converse(store, home, { prompt: 'wait' })
    await until(store, taskId, 'running')
    await replyToTask(store, { home, taskId, text: 'two' })
    await replyToTask(store, { home, taskId, text: 'three' })
    await expect.poll(() => interruptRun(store, runId)).toBe(true)
    await recorded
    expect(await storyOf(store, taskId, runId)).toEqual([
      'user: wait',
      'user: two',
      'user: three',
      'ended: interrupted',
      'assistant: heard two',
      'ended: succeeded',
      'assistant: heard three',
      'ended: succeeded',
    ])
  })

  it('asks, and a person answers with one of its options', async () => {
    const { home, store } = await openHome()
    const { taskId, runId, recorded } = await converse(store, home, { prompt: 'ask' })
    await until(store, taskId, 'needs-input')
    const request = { taskId, requestId: '"q-1"', text: null }
    await expect(answerRequest(store, { ...request, optionId: 'allow' })).rejects.toMatchObject({
      code: 'no-such-request',
    })
    await answerRequest(store, { ...request, optionId: 'no' })
    await recorded
    expect(await storyOf(store, taskId, runId)).toContain('assistant: asked: no')
  })

  it.each([
    ['allow', 'yes'],
    ['deny', 'no'],
  ] as const)('asks, and a policy answers: %s', async (permissions, answer) => {
    const { home, store } = await openHome()
    const { taskId, runId, recorded } = await converse(store, home, { prompt: 'ask', permissions })
    await recorded
    expect(await storyOf(store, taskId, runId)).toContain(`assistant: asked: ${answer}`)
    const { events } = await readRecorded(store, taskId, runId)
    const notices = events.flatMap(({ payload }) => (payload.notice ? [payload.notice] : []))
    expect(notices).toMatchObject([{ state: 'open' }, { state: 'answered', by: 'policy', answer }])
  })

  it('is interrupted while it asks: the request is withdrawn and the session goes on', async () => {
    const { home, store } = await openHome()
    const { taskId, runId, recorded } = await converse(store, home, { prompt: 'ask', keepOpen: true })
    await until(store, taskId, 'needs-input')
    expect(await interruptRun(store, runId)).toBe(true)
    await until(store, taskId, 'waiting')
    expect((await stateOf(store, taskId))?.needs).toEqual([])
    await replyToTask(store, { home, taskId, text: 'two' })
    await expect.poll(() => storyOf(store, taskId, runId)).toContain('assistant: heard two')
    await expect.poll(async () => (await stateOf(store, taskId))?.status).toBe('waiting')
    process.kill(await pidOf(store, runId), 'SIGKILL')
    await recorded
  })

  it('logs in with the keys that its environment has, and says so where it cannot', async () => {
    const { home, store } = await openHome()
    const command = [...AGENT, '--login']
    const { taskId, runId, recorded } = await converse(store, home, {
      command,
      env: { ...process.env, ACP_DEMO_KEY: 'k' },
    })
    await recorded
    expect(await storyOf(store, taskId, runId)).toContain('assistant: heard one')
    const stranger = await converse(store, home, { command, env: { ...process.env, ACP_DEMO_KEY: '' } })
    await stranger.recorded
    expect(await stateOf(store, stranger.taskId)).toMatchObject({ status: 'failed', reason: 'auth' })
    const browser = await converse(store, home, { command, authMethod: 'browser' })
    await browser.recorded
    expect(await stateOf(store, browser.taskId)).toMatchObject({ status: 'failed', reason: 'auth' })
  })

  it('fails with the turn that its model refused', async () => {
    const { home, store } = await openHome()
    const { taskId, recorded } = await converse(store, home, { prompt: 'refuse' })
    await recorded
    expect(await stateOf(store, taskId)).toMatchObject({
      status: 'failed',
      summary: 'The model is not there.',
    })
  })

  it('is ended when it goes on after its input has ended', { timeout: 20_000 }, async () => {
    const { home, store } = await openHome()
    const { taskId, runId, recorded } = await converse(store, home, { command: [...AGENT, '--deaf'] })
    await recorded
    expect(await store.getRun(runId)).toMatchObject({ signal: 'SIGINT', stoppedBy: 'end_of_input' })
    expect((await stateOf(store, taskId))?.status).toBe('succeeded')
  })

  it.each([['resumes'], ['--load']])(
    'goes on with its session in a new process, told once: %s',
    async (flag) => {
      const { home, store } = await openHome()
      const first = await converse(store, home, { command: [...AGENT, flag] })
      await first.recorded
      const { runId, isNewRun } = await replyToTask(store, { home, taskId: first.taskId, text: 'two' })
      expect(isNewRun).toBe(true)
      // Taken up again at every step: each ingester goes on from what the last one wrote down.
      await expect
        .poll(() => ingestRun(store, runId, { once: true }), { timeout: 10_000, interval: 1 })
        .toBe('complete')
      expect(await storyOf(store, first.taskId, runId)).toEqual([
        'user: one',
        'assistant: heard one',
        'ended: succeeded',
        'user: two',
        'assistant: heard two',
        'ended: succeeded',
      ])
      const { lines, run } = await readRecorded(store, first.taskId, runId)
      expect(run).toMatchObject({ ordinal: 2, exitCode: 0 })
      const repeated = lines.filter(({ source }) => String(source).includes('heard one'))
      expect(repeated).toHaveLength(flag === '--load' ? 1 : 0)
    },
  )

  it('never hears a prompt or opens a session twice, whichever process speaks', async () => {
    const { home, store } = await openHome()
    const start = { home, cwd: home, command: [...AGENT, '--strict'], protocol: 'acp', prompt: 'one' }
    const { taskId, runId } = await startRun(store, { ...start, keepOpen: true })
    const words = ['two', 'three', 'four', 'five']
    for (const text of words) await replyToTask(store, { home, taskId, text })
    await expect
      .poll(
        async () => {
          await ingestRun(store, runId, { once: true })
          return await storyOf(store, taskId, runId)
        },
        { timeout: 10_000, interval: 1 },
      )
      .toContain('assistant: heard five')
    const said = await storyOf(store, taskId, runId)
    const heard = ['one', ...words].map((word) => `assistant: heard ${word}`)
    expect(said.filter((line) => line.startsWith('assistant'))).toEqual(heard)
    process.kill(await pidOf(store, runId), 'SIGKILL')
    await recordRun(store, runId)
  })
})

/** The harness of a run. */
async function pidOf(store: Store, runId: string): Promise<number> {
  const folder = (await store.getRun(runId))?.folder ?? ''
  const pid = readProcesses(folder)?.harness.pid
  if (pid === undefined) throw new Error(`Run ${runId} has no process.`)
  return pid
}

it('a session that was told again is exported and imported without telling it twice', async () => {
  const { home, store } = await openHome()
  const first = await converse(store, home, { command: [...AGENT, '--load'] })
  await first.recorded
  const { runId } = await replyToTask(store, { home, taskId: first.taskId, text: 'two' })
  await recordRun(store, runId)
  const lines: string[] = []
  for await (const line of exportTask(store, first.taskId)) lines.push(line)
  const other = await openHome()
  await importTask(other.store, lines)
  expect(await storyOf(other.store, first.taskId, runId)).toEqual(await storyOf(store, first.taskId, runId))
})
