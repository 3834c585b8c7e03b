import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createApp, type TaskSummary } from '../../src/server/index.ts'
import { openDatabase } from '../../src/store/engine.ts'
import { createId, storePathOf } from '../../src/store/index.ts'
import { readRecording } from '../recordings.ts'
import { messageLines, openTestStore, record } from './recorded-store.ts'

type Page = { tasks: TaskSummary[]; next: string | null }
const TOKEN = { authorization: 'Bearer t' }

async function openApp() {
  const { store, home } = await openTestStore()
  const unexpected: unknown[] = []
  const app = createApp({ store, version: '0', token: 't', report: (error) => unexpected.push(error) })
  const send = async (path: string, init?: RequestInit) => {
    const response = await app.request(path, init)
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  }
  return { app, store, home, send, unexpected }
}

test('lists tasks newest first, page by page', async () => {
  const { send, store, home } = await openApp()
  const ids: string[] = []
  for (let age = 5; age >= 1; age--) {
    ids.unshift(
      (await record(store, home, { title: `task ${age}`, createdAt: Date.now() - age * 1000 })).taskId,
    )
  }
  const seen: string[] = []
  let next: string | null = null
  do {
    const page: Page = (await send(`/api/tasks?limit=2${next === null ? '' : `&before=${next}`}`)).body
    expect(page.tasks.length).toBeLessThanOrEqual(2)
    seen.push(...page.tasks.map((task) => task.id))
    next = page.next
  } while (next !== null)
  expect(seen).toEqual(ids)
})

test('finds tasks by title, status and harness', async () => {
  const { send, store, home } = await openApp()
  const done = await record(store, home, { title: 'Fix the Bug' })
  await done.write(readRecording('claude', '2.1.332', 'demo-fix-bug').lines)
  await record(store, home, { title: 'something else' })
  const titles = async (query: string) =>
    ((await send(`/api/tasks?${query}`)).body as Page).tasks.map((task) => task.title)
  expect(await titles('query=bug')).toEqual(['Fix the Bug'])
  expect(await titles('harness=claude-code')).toEqual(['Fix the Bug'])
  expect(await titles('status=starting')).toEqual(['something else'])
  expect(await titles('query=nowhere')).toEqual([])
  const { commitAt } = await record(store, home, { title: 'long ago', createdAt: Date.UTC(2020, 0, 1, 23) })
  await commitAt(Date.UTC(2020, 0, 3, 1), ['late'])
  expect(await titles('day=2020-01-01')).toEqual(['long ago'])
  expect(await titles('day=2020-01-02')).toEqual(['long ago'])
  expect(await titles('day=2020-01-03&zone=America/New_York')).toEqual([])
  expect(await titles('day=2020-01-04')).toEqual([])
  expect((await send('/api/tasks?day=today')).status).toBe(400)
})

test('a task comes with its runs, its folded state and the recap', async () => {
  const { send, store, home } = await openApp()
  const task = await record(store, home)
  await task.write(readRecording('claude', '2.1.332', 'demo-fix-bug').lines)
  await task.end()
  await task.nextRun()
  const { status, body } = await send(`/api/tasks/${task.taskId}`)
  expect(status).toBe(200)
  const stored = await store.getTask(task.taskId)
  expect(body.state).toEqual(JSON.parse(JSON.stringify(stored?.state)))
  expect(body).toMatchObject({ generation: stored?.generation, lastSeq: stored?.lastSeq })
  expect(body.runs).toMatchObject([
    { id: task.runId, ordinal: 1, exitCode: 0, complete: true, command: ['harness'] },
    { ordinal: 2, complete: false },
  ])
  expect(body.task.harness).toBe('claude-code')
  const { recap } = body.task
  expect(recap.inputTokens).toBe(stored?.state?.usage.inputTokens)
  expect(recap.outputTokens).toBeGreaterThan(0)
  expect(recap.costUsd).toBe(stored?.state?.usage.costUsd)
  expect(recap.events).toBe(stored?.lastSeq)
  expect(recap.hiddenRaw).toBe(stored?.state?.counts.hiddenRaw)
  expect(JSON.stringify(body.runs)).not.toContain(task.folder)
})

test('a task without events is starting, with an empty recap', async () => {
  const { send, store, home } = await openApp()
  const { taskId } = await record(store, home, { title: 'new' })
  const { body } = await send(`/api/tasks/${taskId}`)
  expect(body).toMatchObject({
    state: null,
    lastSeq: 0,
    task: { status: 'starting', recap: { model: null, events: 0 } },
  })
})

test('an id may be shortened as long as it is unique', async () => {
  const { send, store, home } = await openApp()
  const createdAt = Date.UTC(2026, 0, 1)
  const one = await record(store, home, { title: 'one', createdAt })
  const two = await record(store, home, { title: 'two', createdAt })
  let shared = 0
  while (one.taskId[shared] === two.taskId[shared]) shared++
  expect((await send(`/api/tasks/${one.taskId.slice(0, shared + 1)}`)).body.task.title).toBe('one')
  expect((await send(`/api/tasks/${two.taskId.slice(0, shared + 1).toUpperCase()}`)).body.task.title).toBe(
    'two',
  )
  const { status, body } = await send(`/api/tasks/${one.taskId.slice(0, shared)}`)
  expect(status).toBe(409)
  expect(body.error.hint).toContain('Give more of the id')
})

test.each(['nothing', 'ffffffff', '%27%20or%201=1', '%25', '0'.repeat(500)])(
  'a task that is not there (%s) is 404 on every route',
  async (id) => {
    const { send } = await openApp()
    for (const rest of [
      '',
      '/events',
      '/events/1',
      '/events/1/source',
      '/output',
      '/stream',
      '/turns',
      '/spans',
      '/find?q=x',
    ]) {
      const { status, body } = await send(`/api/tasks/${id}${rest}`)
      expect([rest, status]).toEqual([rest, 404])
      expect(body.error.code).toMatch(/^no-such-(task|route)$/)
    }
  },
)

test('renames a task: the title is cleaned, and a human chose it', async () => {
  const { send, store, home } = await openApp()
  const { taskId } = await record(store, home, { title: 'old' })
  const rename = (body: string) => send(`/api/tasks/${taskId}`, { method: 'PATCH', headers: TOKEN, body })
  const { status, body } = await rename(JSON.stringify({ title: '  a\n\u001b[31mnew\u0000 name ' }))
  expect([status, body.title]).toEqual([200, 'a new name'])
  expect(await store.getTask(taskId)).toMatchObject({ title: 'a new name', titleOrigin: 'human' })
  for (const bad of ['', '{}', '[]', 'null', '{"title":3}', '{"title":" \\u0000 "}', '{']) {
    const refused = await rename(bad)
    expect([bad, refused.status, refused.body.error.code]).toEqual([bad, 400, 'bad-body'])
  }
  const large = await rename(JSON.stringify({ title: 'x'.repeat(20_000) }))
  expect([large.status, large.body.error.code]).toEqual([413, 'body-too-large'])
  expect((await store.getTask(taskId))?.title).toBe('a new name')
})

test('removes a task whose runs are over, and refuses while one lives', async () => {
  const { send, store, home } = await openApp()
  const task = await record(store, home, { protocol: 'jsonl' })
  await task.write(messageLines(1, 3))
  const remove = () => send(`/api/tasks/${task.taskId}`, { method: 'DELETE', headers: TOKEN })
  const refused = await remove()
  expect([refused.status, refused.body.error.code]).toEqual([409, 'task-live'])
  await task.end()
  await writeFile(join(task.folder, 'stdout'), 'spool')
  expect((await remove()).status).toBe(204)
  expect(existsSync(task.folder)).toBe(false)
  expect(existsSync(home)).toBe(true)
  expect((await send(`/api/tasks/${task.taskId}`)).status).toBe(404)
  expect((await remove()).status).toBe(404)
})

test('removing a task leaves a folder alone that no recorder made', async () => {
  const { send, store, home } = await openApp()
  const taskId = createId()
  const run = {
    id: createId(),
    taskId,
    protocol: 'jsonl',
    command: 'x',
    cwd: null,
    createdAt: 1,
    folder: home,
  }
  await store.createTask({ id: taskId, title: null, titleOrigin: null, protocol: 'jsonl', createdAt: 1 })
  await store.createRun(run)
  await store.changeRun(run.id, { complete: true })
  expect((await send(`/api/tasks/${taskId}`, { method: 'DELETE', headers: TOKEN })).status).toBe(204)
  expect(existsSync(storePathOf(home))).toBe(true)
})

test.each(['limit=0', 'limit=501', 'limit=x', 'limit='])(
  'a bad list parameter (%s) is 400',
  async (query) => {
    const { send } = await openApp()
    const { status, body } = await send(`/api/tasks?${query}`)
    expect([status, body.error.code]).toEqual([400, 'bad-parameter'])
  },
)

test('an unknown route is 404 in the shape of every error', async () => {
  const { send } = await openApp()
  const expected = { error: { code: 'no-such-route', message: expect.any(String), hint: expect.any(String) } }
  for (const [method, path] of [
    ['GET', '/api'],
    ['GET', '/api/nothing'],
    ['POST', '/api/tasks/x/nothing'],
    ['PUT', '/api/tasks'],
    ['POST', '/'],
  ]) {
    const { status, body } = await send(path ?? '', { method: method ?? '' })
    expect([path, status, body]).toEqual([path, 404, expected])
  }
})

test('an unexpected error is 500 without a word of what happened inside, and is reported', async () => {
  const { send, store, home, unexpected } = await openApp()
  const { taskId } = await record(store, home)
  const failure = new TypeError('secret detail')
  store.getTask = () => Promise.reject(failure)
  const { status, body } = await send(`/api/tasks/${taskId}`)
  expect([status, body]).toEqual([
    500,
    { error: { code: 'unexpected', message: expect.any(String), hint: expect.any(String) } },
  ])
  expect(JSON.stringify(body)).not.toMatch(/secret|\.ts:|\.js:|\\n\s+at /)
  expect(unexpected).toEqual([failure])
})

test('a store that cannot be used is 500 in its own words, and is reported', async () => {
  const { send, store, home, unexpected } = await openApp()
  const { taskId } = await record(store, home)
  await store.close()
  const { status, body } = await send(`/api/tasks/${taskId}`)
  expect([status, body]).toEqual([
    500,
    {
      error: {
        code: expect.stringMatching(/^store-/),
        message: expect.stringContaining(home),
        hint: expect.any(String),
      },
    },
  ])
  expect(unexpected).toHaveLength(1)
})

test('a store that another process keeps locked is 503; reading goes on', async () => {
  const { send, store, home } = await openApp()
  const { taskId } = await record(store, home, { title: 'old' })
  const other = await openDatabase(storePathOf(home))
  other.exec('begin immediate')
  const init = { method: 'PATCH', headers: TOKEN, body: '{"title":"new"}' }
  const locked = await send(`/api/tasks/${taskId}`, init)
  expect([locked.status, locked.body.error.code]).toEqual([503, 'store-locked'])
  expect((await send(`/api/tasks/${taskId}`)).body.task.title).toBe('old')
  other.exec('rollback')
  other.close()
  expect((await send(`/api/tasks/${taskId}`, init)).status).toBe(200)
})
