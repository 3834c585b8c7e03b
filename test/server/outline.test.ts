import { expect, test } from 'vitest'
import { createApp, type TaskStrip, type TurnPage } from '../../src/server/index.ts'
import { readRecording } from '../recordings.ts'
import { openTestStore, record } from './recorded-store.ts'

async function openApp() {
  const { store, home } = await openTestStore()
  const app = createApp({ store, version: '0' })
  const get = async <T>(path: string) => {
    const response = await app.request(path)
    return { status: response.status, body: (await response.json()) as T }
  }
  return { store, home, get }
}

const line = (type: string, payload: Record<string, unknown> = {}) => JSON.stringify({ type, ...payload })
const call = (callId: string, name: string, more: Record<string, unknown> = {}) =>
  line('tool.call', { callId, name, input: '{}', ...more })
const result = (callId: string, isError = false) => line('tool.result', { callId, isError, output: 'ok' })
const notice = (kind: string, more: Record<string, unknown> = {}) =>
  line('raw', { json: {}, notice: { kind, text: kind, ...more } })

/** A second after the first event of each test. */
const at = (second: number) => 1_764_547_200_000 + second * 1_000

test('turns of a recording, with its totals; the words are those of the human', async () => {
  const { store, home, get } = await openApp()
  const { taskId, say, write } = await record(store, home)
  await say('message', { role: 'user', text: `Fix the bug ${'x'.repeat(600)}`, truncated: false })
  await write(readRecording('claude', '2.1.332', 'demo-fix-bug').lines)
  const { body } = await get<TurnPage>(`/api/tasks/${taskId}/turns`)
  const state = (await store.getTask(taskId))?.state
  expect(body).toMatchObject({ total: 1, hasMore: false, unattributed: null })
  const [turn] = body.turns
  expect(turn).toMatchObject({
    number: 1,
    firstSeq: 1,
    lastSeq: 62,
    status: 'succeeded',
    wordsTruncated: true,
  })
  expect(turn?.words).toMatch(/^Fix the bug x{400,500}$/)
  for (const key of [
    'inputTokens',
    'outputTokens',
    'cacheReadTokens',
    'cacheCreationTokens',
    'durationMs',
  ] as const) {
    expect([key, turn?.[key]]).toEqual([key, state?.usage[key]])
  }
  expect(turn?.costUsd).toBeCloseTo(state?.usage.costUsd ?? 0, 9)
})

test('a turn that goes on is running; when its process is gone, the exit says how it ended', async () => {
  const { store, home, get } = await openApp()
  const { taskId, write, end } = await record(store, home, { protocol: 'jsonl' })
  await write([line('message', { role: 'user', text: 'Go' }), call('c', 'Bash')])
  const status = async () => (await get<TurnPage>(`/api/tasks/${taskId}/turns`)).body.turns.at(-1)
  expect(await status()).toMatchObject({ status: 'running', endedAt: null, calls: 1, words: 'Go' })
  await end()
  expect(await status()).toMatchObject({ status: 'no-result', endedAt: null })
})

test('the strip tells where the time went', async () => {
  const { store, home, get } = await openApp()
  const { taskId, commitAt, end, nextRun } = await record(store, home, { protocol: 'jsonl' })
  await commitAt(at(0), [line('message', { role: 'user', text: 'Go' })])
  await commitAt(at(10), [call('a', 'Bash'), call('b', 'Bash'), call('c', 'Read')])
  await commitAt(at(12), [result('a')])
  await commitAt(at(15), [result('c', true)])
  await commitAt(at(20), [result('b'), line('usage', { scope: 'call', inputTokens: 5, contextTokens: 900 })])
  await commitAt(at(30), [notice('retry')])
  await commitAt(at(40), [line('message', { role: 'assistant', text: 'Again' }), notice('compaction')])
  await commitAt(at(50), [
    call('d', 'Edit'),
    notice('permission', { requestId: 'r', callId: 'd', state: 'open' }),
  ])
  await commitAt(at(70), [notice('permission', { requestId: 'r', state: 'answered' })])
  await commitAt(at(71), [result('d'), line('session.ended', { status: 'failed' })])
  const { commitAt: later } = await nextRun()
  await end()
  await later(at(90), [line('message', { role: 'user', text: 'More' }), notice('rate_limit')])
  // A clock that goes backwards adds no time, and takes none.
  await later(at(80), [call('e', 'mcp__x__y'), call('f', 'Task')])
  await later(at(100), [call('g', 'Grep', { parentCallId: 'f' })])
  const { body } = await get<TaskStrip>(`/api/tasks/${taskId}/spans?buckets=10`)
  expect(body).toMatchObject({
    from: at(0),
    to: at(100),
    bucketMs: 10_000,
    contextWindow: null,
    generation: 1,
  })
  expect(body.ms).toEqual({
    model: 30_000,
    shell: 10_000,
    read: 5_000,
    retry: 10_000,
    // Twenty seconds of it waited for a permission: lanes of different kinds may overlap.
    edit: 21_000,
    human: 39_000,
    mcp: 10_000,
    agent: 10_000,
  })
  expect(body.open.map(({ lane, since }) => [lane, since])).toEqual([
    ['mcp', at(90)],
    ['agent', at(90)],
    ['search', at(100)],
  ])
  const { buckets } = body
  expect(buckets).toHaveLength(10)
  expect(buckets[0]).toEqual({
    firstSeq: 1,
    ms: { model: 10_000 },
    turns: { count: 1, firstSeq: 1 },
    contextTokens: null,
  })
  expect(buckets[1]).toMatchObject({
    firstSeq: 2,
    ms: { shell: 10_000, read: 5_000 },
    failures: { count: 1, firstSeq: 6 },
  })
  expect(buckets[2]).toMatchObject({ contextTokens: 900, ms: { model: 10_000 } })
  expect(buckets[3]).toMatchObject({ ms: { retry: 10_000 } })
  expect(buckets[4]).toMatchObject({ compactions: { count: 1, firstSeq: 11 } })
  expect(buckets[6]).toMatchObject({ firstSeq: null, ms: { human: 10_000, edit: 10_000 } })
  expect(buckets[7]).toMatchObject({ failures: { count: 1 }, ms: { human: 9_000, edit: 1_000 } })
  expect(buckets[9]).toMatchObject({ turns: { count: 1 }, limits: { count: 1 } })
})

test('a task without events has no turns and an empty strip', async () => {
  const { store, home, get } = await openApp()
  const { taskId } = await record(store, home)
  expect((await get(`/api/tasks/${taskId}/turns`)).body).toMatchObject({
    turns: [],
    total: 0,
    hasMore: false,
  })
  expect((await get(`/api/tasks/${taskId}/spans`)).body).toMatchObject({
    from: null,
    to: null,
    buckets: [],
    ms: {},
  })
})

test('a strip has as many slices as are asked for, none under a millisecond', async () => {
  const { store, home, get } = await openApp()
  const { taskId, commitAt } = await record(store, home, { protocol: 'jsonl' })
  await commitAt(at(0), [line('message', { role: 'user', text: 'Go' })])
  const count = async (query: string) =>
    (await get<TaskStrip>(`/api/tasks/${taskId}/spans${query}`)).body.buckets.length
  expect(await count('')).toBe(1)
  await commitAt(at(0) + 7, [call('a', 'Bash')])
  expect(await count('')).toBe(7)
  await commitAt(at(9), [result('a')])
  expect([await count(''), await count('?buckets=2000'), await count('?buckets=1')]).toEqual([400, 2_000, 1])
})

test.each(['turns?limit=0', 'turns?limit=2001', 'turns?after=-1', 'spans?buckets=0', 'spans?buckets=2001'])(
  'a bad parameter (%s) is 400',
  async (path) => {
    const { store, home, get } = await openApp()
    const { taskId } = await record(store, home)
    expect((await get(`/api/tasks/${taskId}/${path}`)).status).toBe(400)
  },
)

test('an old generation is 409 with the new one', async () => {
  const { store, home, get } = await openApp()
  const { taskId, commitAt } = await record(store, home, { protocol: 'jsonl' })
  await commitAt(at(0), [call('a', 'Bash')])
  const task = await store.getTask(taskId)
  if (!task?.state) throw new Error('no state')
  const generation = await store.writeGeneration(taskId, [], task.state, task.foldVersion)
  for (const path of ['turns?', 'spans?', 'find?q=x&']) {
    const { status, body } = await get(`/api/tasks/${taskId}/${path}generation=${task.generation}`)
    expect([path, status, body]).toMatchObject([
      path,
      409,
      { error: { code: 'generation-gone' }, generation },
    ])
  }
})
