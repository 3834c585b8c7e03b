import { expect, it, onTestFinished } from 'vitest'
import { adoptRuns } from '../../src/recorder/index.ts'
import { createApp } from '../../src/server/index.ts'
import { harness } from '../recorder/recorded.ts'
import { readRecording } from '../recordings.ts'
import { openTestStore } from './recorded-store.ts'

const TOKEN = { authorization: 'Bearer t' }
const CONVERSATION = [process.execPath, harness('conversation.mjs'), '--output-format', 'stream-json']

async function openApp() {
  const { store, home } = await openTestStore()
  const app = createApp({ store, home, version: '0', token: 't' })
  const stopping = new AbortController()
  const adopted = adoptRuns(store, { home, signal: stopping.signal, intervalMs: 20 })
  onTestFinished(async () => {
    stopping.abort()
    await adopted
  })
  const send = async (path: string, body: unknown = {}, headers: Record<string, string> = TOKEN) => {
    const init = { method: 'POST', body: JSON.stringify(body), headers }
    const response = await app.request(path, init)
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  }
  const stateOf = async (id: string) => (await store.getTask(id))?.state
  return { app, store, home, send, stateOf }
}

it('starts a conversation, replies, answers, interrupts and stops it', async () => {
  const { send, stateOf, store } = await openApp()
  const started = await send('/api/tasks', {
    command: CONVERSATION,
    protocol: 'claude-stream',
    prompt: 'one',
    keepOpen: true,
    env: { SECRET_WORD: 'not-to-be-stored' },
  })
  expect(started).toMatchObject({
    status: 201,
    body: { taskId: expect.any(String), runId: expect.any(String) },
  })
  const { taskId, runId } = started.body
  await expect.poll(async () => (await stateOf(taskId))?.summary).toBe('heard one')
  expect(await send(`/api/tasks/${taskId}/messages`, { text: 'ask' })).toEqual({
    status: 202,
    body: { runId, isNewRun: false },
  })
  await expect.poll(async () => (await stateOf(taskId))?.status).toBe('needs-input')
  expect((await send(`/api/tasks/${taskId}/answers`, { requestId: 'q1', optionId: 'allow' })).status).toBe(
    204,
  )
  await expect.poll(async () => (await stateOf(taskId))?.summary).toBe('ask')
  await send(`/api/tasks/${taskId}/messages`, { text: 'wait' })
  await expect.poll(async () => (await stateOf(taskId))?.status).toBe('running')
  expect(await send(`/api/tasks/${taskId}/interrupt`)).toEqual({
    status: 202,
    body: { runId, wasRunning: true },
  })
  await expect.poll(async () => (await stateOf(taskId))?.status).toBe('waiting')
  expect((await send(`/api/tasks/${taskId}/stop`)).body).toEqual({ runId, wasRunning: true })
  await expect.poll(async () => (await store.getRun(runId))?.complete).toBe(true)
  expect(await send(`/api/tasks/${taskId}/stop`)).toMatchObject({
    status: 409,
    body: { error: { code: 'not-running' } },
  })
  expect(JSON.stringify(await store.getRun(runId))).not.toContain('not-to-be-stored')
  const reply = await send(`/api/tasks/${taskId}/messages`, { text: 'again' })
  expect(reply).toMatchObject({ status: 202, body: { isNewRun: true } })
  await expect
    .poll(async () => (await store.getRun(reply.body.runId))?.complete, { timeout: 5_000 })
    .toBe(true)
})

it('finds the protocol by the program, and refuses what it cannot start', async () => {
  const { send, store } = await openApp()
  const { body } = await send('/api/tasks', { command: 'echo hello' })
  await expect.poll(async () => (await store.getRun(body.runId))?.complete).toBe(true)
  expect(await store.getRun(body.runId)).toMatchObject({ protocol: 'none', exitCode: 0 })
  const refused = async (wanted: unknown) => (await send('/api/tasks', wanted)).body.error
  expect(await refused({})).toMatchObject({ code: 'bad-body', message: expect.stringContaining('command') })
  expect(await refused({ command: [] })).toMatchObject({ code: 'bad-body' })
  expect(await refused({ command: 'true', protocol: 'claude' })).toMatchObject({ code: 'bad-body' })
  expect(await refused({ command: 'true', cwd: '/no/such/folder' })).toMatchObject({
    code: 'no-working-folder',
  })
})

it('does nothing without the token, nor in an app that only reads', async () => {
  const { send, store } = await openApp()
  const { body } = await send('/api/tasks', { command: ['sleep', '30'] })
  const paths = [
    '/api/tasks',
    ...['messages', 'interrupt', 'stop', 'answers'].map((word) => `/api/tasks/${body.taskId}/${word}`),
  ]
  for (const path of paths) {
    for (const headers of [{}, { authorization: 'Bearer wrong' }] as Record<string, string>[]) {
      expect((await send(path, { command: 'touch /tmp/no', text: 'x' }, headers)).status).toBe(401)
    }
  }
  expect(await store.getRun(body.runId)).toMatchObject({ stoppedBy: null })
  expect((await send(`/api/tasks/${body.taskId}/messages`, { text: 'x' })).body.error.code).toBe('busy')
  await send(`/api/tasks/${body.taskId}/stop`)
  const app = createApp({ store, version: '0', token: 't' })
  const init = { method: 'POST', body: '{"command":"true"}', headers: TOKEN }
  expect((await app.request('/api/tasks', init)).status).toBe(403)
})

it('takes the stream of another machine, at its offsets, however often it is sent', async () => {
  const { app, send, stateOf, store } = await openApp()
  const { bytes } = readRecording('claude', '2.1.332', 'demo-fix-bug')
  const { body } = await send('/api/tasks', { command: 'claude -p', foreign: true, protocol: 'claude-json' })
  const path = `/api/tasks/${body.taskId}/lines`
  const put = async (from: number, to: number, more = '') => {
    const init = { method: 'POST', headers: TOKEN, body: Buffer.from(bytes.subarray(from, to)) }
    const response = await app.request(`${path}?offset=${from}${more}`, init)
    return { status: response.status, body: await response.json() }
  }
  expect(await put(0, 1_000)).toMatchObject({ status: 202, body: { size: 1_000 } })
  expect(await put(2_000, 3_000)).toMatchObject({ status: 409, body: { error: { code: 'gap' } } })
  expect(await put(500, 3_000)).toMatchObject({ body: { size: 3_000 } })
  expect(await put(0, 3_000)).toMatchObject({ body: { size: 3_000 } })
  expect((await app.request(path, { method: 'POST', headers: TOKEN, body: 'x' })).status).toBe(400)
  expect((await app.request(`${path}?offset=3000`, { method: 'POST', body: 'x' })).status).toBe(401)
  await expect.poll(async () => (await stateOf(body.taskId))?.status).toBe('running')
  await put(3_000, bytes.length, '&end=1&exitCode=0')
  await expect.poll(async () => (await store.getRun(body.runId))?.complete).toBe(true)
  expect(await store.getRun(body.runId)).toMatchObject({ exitCode: 0, cursor: bytes.length })
  expect((await stateOf(body.taskId))?.usage.outputTokens).toBe(1_202)
  expect((await put(0, 10)).status).toBe(409)
})

it('takes no bytes for a run whose stream its own keeper writes', async () => {
  const { app, send, store } = await openApp()
  const { body } = await send('/api/tasks', { command: ['sleep', '30'] })
  const init = { method: 'POST', headers: TOKEN, body: 'not of the harness' }
  const response = await app.request(`/api/tasks/${body.taskId}/lines?offset=0&end=1`, init)
  expect([response.status, await response.json()]).toMatchObject([409, { error: { code: 'not-listening' } }])
  expect(await store.getRun(body.runId)).toMatchObject({ complete: false, cursor: 0 })
  await send(`/api/tasks/${body.taskId}/stop`)
})
