import { expect, test } from 'vitest'
import { createApp } from '../../src/server/index.ts'
import type { EventPage, StoredEvent } from '../../src/store/store.ts'
import { readRecording } from '../recordings.ts'
import { messageLine, messageLines, openTestStore, record } from './recorded-store.ts'

async function openApp() {
  const { store, home } = await openTestStore()
  const app = createApp({ store, version: '0' })
  const get = async (path: string) => {
    const response = await app.request(path)
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  return { app, store, home, get }
}

const textsOf = (page: unknown) => (page as EventPage).events.map((event) => event.payload.text)

test('pages of events: since, before and tail, bounds exclusive', async () => {
  const { get, store, home } = await openApp()
  const { taskId, runId, write } = await record(store, home, { protocol: 'jsonl' })
  await write(messageLines(1, 10))
  const base = `/api/tasks/${taskId}/events`

  const first = await get(`${base}?limit=4`)
  expect(first.body).toMatchObject({ firstSeq: 1, lastSeq: 4, hasMore: true, related: [] })
  expect(textsOf(first.body)).toEqual(['message 1', 'message 2', 'message 3', 'message 4'])
  expect((first.body as EventPage).events[0]).toEqual({
    seq: 1,
    ts: expect.any(Number),
    tsKind: 'read',
    type: 'message',
    payload: { role: 'assistant', text: 'message 1' },
    run: runId,
    hasSource: true,
  })
  const next = await get(`${base}?since=4&limit=6`)
  expect(next.body).toMatchObject({ firstSeq: 5, lastSeq: 10, hasMore: false })
  const back = await get(`${base}?before=5&limit=3`)
  expect(back.body).toMatchObject({ firstSeq: 2, lastSeq: 4, hasMore: true })
  const tail = await get(`${base}?tail=1&limit=2`)
  expect(tail.body).toMatchObject({ firstSeq: 9, lastSeq: 10, hasMore: true })
  const beyond = await get(`${base}?since=10`)
  expect(beyond.body).toMatchObject({ events: [], firstSeq: null, lastSeq: null, hasMore: false })
})

test('a page has 150 events unless said, 2,000 at most', async () => {
  const { get, store, home } = await openApp()
  const { taskId, write } = await record(store, home, { protocol: 'jsonl' })
  await write(messageLines(1, 2_100))
  expect(textsOf((await get(`/api/tasks/${taskId}/events`)).body)).toHaveLength(150)
  expect(textsOf((await get(`/api/tasks/${taskId}/events?limit=2000`)).body)).toHaveLength(2_000)
  expect((await get(`/api/tasks/${taskId}/events?limit=2001`)).status).toBe(400)
})

test.each([
  'since=x',
  'since=-1',
  'since=1.5',
  'since=',
  'before=0',
  'limit=0',
  'limit=1e3',
  'tail=yes',
  'raw=2',
  'generation=new',
  'since=1&before=5',
  'since=1&tail=1',
  'since=99999999999999999999',
])('a bad parameter (%s) is 400 and says what is allowed', async (query) => {
  const { get, store, home } = await openApp()
  const { taskId } = await record(store, home)
  const { status, body } = await get(`/api/tasks/${taskId}/events?${query}`)
  expect(status).toBe(400)
  expect(body).toEqual({
    error: { code: 'bad-parameter', message: expect.any(String), hint: expect.stringMatching(/Give|Use/) },
  })
})

test('raw=0 leaves out lines without a notice', async () => {
  const { get, store, home } = await openApp()
  const { taskId, write } = await record(store, home)
  await write([
    'not JSON',
    JSON.stringify({ type: 'assistant', message: { content: [{ type: 'text', text: 'hello' }] } }),
  ])
  const all = (await get(`/api/tasks/${taskId}/events`)).body as EventPage
  const shown = (await get(`/api/tasks/${taskId}/events?raw=0`)).body as EventPage
  expect(all.events.map((event) => event.type)).toContain('raw')
  expect(shown.events.map((event) => event.type)).toEqual(
    all.events.map((event) => event.type).filter((type) => type !== 'raw'),
  )
})

test('a result comes with the call that it answers', async () => {
  const { get, store, home } = await openApp()
  const { taskId, write } = await record(store, home, { protocol: 'jsonl' })
  await write([
    JSON.stringify({ type: 'tool.call', callId: 'c1', name: 'Bash', input: '{}', truncated: false }),
    messageLine('between'),
    JSON.stringify({ type: 'tool.result', callId: 'c1', isError: false, output: 'ok', truncated: false }),
  ])
  const page = (await get(`/api/tasks/${taskId}/events?since=2`)).body as EventPage
  expect(page.related.map((event) => [event.seq, event.type])).toEqual([[1, 'tool.call']])
})

test('an old generation is 409 with the new one, on every route that takes it', async () => {
  const { get, store, home } = await openApp()
  const { taskId, write } = await record(store, home, { protocol: 'jsonl' })
  await write(messageLines(1, 3))
  const task = await store.getTask(taskId)
  if (!task?.state) throw new Error('no state')
  const old = task.generation
  expect((await get(`/api/tasks/${taskId}/events?generation=${old}`)).status).toBe(200)
  const current = await store.writeGeneration(taskId, [], task.state, task.foldVersion)
  for (const path of ['events', 'events/1', 'events/1/source']) {
    const { status, body } = await get(`/api/tasks/${taskId}/${path}?generation=${old}`)
    expect([path, status, body]).toEqual([
      path,
      409,
      {
        error: {
          code: 'generation-gone',
          message: expect.any(String),
          hint: expect.stringContaining(`generation=${current}`),
        },
        generation: current,
      },
    ])
  }
})

test('full=1 gives whole texts, translated again from the source', async () => {
  const { get, store, home } = await openApp()
  const { taskId, write } = await record(store, home)
  const long = `${'x'.repeat(20_000)}end`
  const blocks = [
    { type: 'text', text: 'short' },
    { type: 'text', text: long },
    { type: 'tool_use', id: 'toolu_1', name: 'Write', input: { content: long } },
  ]
  await write([JSON.stringify({ type: 'assistant', message: { content: blocks } })])
  const clipped = (await get(`/api/tasks/${taskId}/events/2`)).body as StoredEvent
  expect(clipped.payload).toMatchObject({ truncated: true, originalLength: long.length })
  const whole = (await get(`/api/tasks/${taskId}/events/2?full=1`)).body as StoredEvent
  expect(whole.payload).toMatchObject({ text: long, truncated: false })
  expect(whole.payload).not.toHaveProperty('originalLength')
  expect({ ...whole, payload: null }).toEqual({ ...clipped, payload: null })
  const call = (await get(`/api/tasks/${taskId}/events/3?full=1`)).body as StoredEvent
  expect(JSON.parse(String(call.payload.input))).toEqual({ content: long })
})

test('full=1 of an event of the platform gives it as it is', async () => {
  const { get, store, home } = await openApp()
  const { taskId, say } = await record(store, home)
  await say('message', { role: 'user', text: 'please', truncated: false })
  const event = (await get(`/api/tasks/${taskId}/events/1?full=1`)).body
  expect(event).toMatchObject({ hasSource: false, payload: { text: 'please' } })
  const source = await get(`/api/tasks/${taskId}/events/1/source`)
  expect([source.status, source.body]).toMatchObject([404, { error: { code: 'no-source' } }])
})

test('the source is the exact line, odd characters and all; bytes where it is not UTF-8', async () => {
  const { app, store, home } = await openApp()
  const { taskId, write } = await record(store, home)
  const line = `  {"type":"odd","text":"<b>&\u2028\\u0000 😀"}\r`
  const bytes = Uint8Array.of(0x66, 0xff, 0x00, 0xfe, 0x6f)
  await write([line, bytes])
  const text = await app.request(`/api/tasks/${taskId}/events/1/source`)
  expect(text.headers.get('content-type')).toMatch(/^text\/plain/)
  expect(text.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await text.text()).toBe(line)
  const raw = await app.request(`/api/tasks/${taskId}/events/2/source`)
  expect(raw.headers.get('content-type')).toBe('application/octet-stream')
  expect(raw.headers.get('x-content-type-options')).toBe('nosniff')
  expect(new Uint8Array(await raw.arrayBuffer())).toEqual(bytes)
})

test.each(['events/0', 'events/x', 'events/-1'])('a path (%s) that names no number is 400', async (path) => {
  const { get, store, home } = await openApp()
  const { taskId } = await record(store, home)
  expect((await get(`/api/tasks/${taskId}/${path}`)).status).toBe(400)
})

test.each(['events/4', 'events/4/source', 'events/4?full=1'])(
  'an event that is not there (%s) is 404',
  async (path) => {
    const { get, store, home } = await openApp()
    const { taskId, write } = await record(store, home, { protocol: 'jsonl' })
    await write(messageLines(1, 3))
    const { status, body } = await get(`/api/tasks/${taskId}/${path}`)
    expect([status, body]).toMatchObject([
      404,
      { error: { code: 'no-such-event', hint: 'Its events are 1 to 3.' } },
    ])
  },
)

test('a real recording is served event for event', async () => {
  const { get, store, home } = await openApp()
  const { taskId, write } = await record(store, home)
  const { lines } = readRecording('claude', '2.1.332', 'demo-fix-bug')
  await write(lines)
  const page = (await get(`/api/tasks/${taskId}/events?limit=2000`)).body as EventPage
  expect(page.events.length).toBeGreaterThan(lines.length / 2)
  expect(page.events.map((event) => event.seq)).toEqual(page.events.map((_, index) => index + 1))
  const sources = new Set<string>()
  for (const { seq } of page.events) {
    const whole = (await get(`/api/tasks/${taskId}/events/${seq}?full=1`)).body as StoredEvent
    expect(whole.payload.truncated).not.toBe(true)
    const found = await store.getEventLine(taskId, seq)
    sources.add(String(found?.line.source))
  }
  expect(lines.filter((line) => sources.has(line)).length).toBe(sources.size)
})
