import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type AppOptions, createApp, serve, type TaskNews } from '../../src/server/index.ts'
import { openStore, storePathOf } from '../../src/store/index.ts'
import type { StoredEvent } from '../../src/store/store.ts'
import { messageLine, messageLines, openTestStore, record } from './recorded-store.ts'
import { connect, type SseClient } from './sse-client.ts'

async function open(options: Partial<AppOptions> = {}) {
  const { store, home } = await openTestStore()
  const failures: unknown[] = []
  const app = createApp({ store, version: '0', report: (error) => failures.push(error), ...options })
  const server = await serve({ app, port: 0 })
  onTestFinished(() => server.close())
  const client = async (path: string, headers?: Record<string, string>) => {
    const one = await connect(`${server.url}${path}`, headers)
    onTestFinished(() => one.drop())
    return one
  }
  return { store, home, app, client, failures, url: server.url }
}

const textsOf = (client: SseClient) => client.of<StoredEvent>('event').map((event) => event.payload.text)
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `message ${from + i}`)

test('a reconnection gets only what is missing, and an unknown id the whole history (case B111)', async () => {
  const folder = new URL('../../fixtures/cases/B111/', import.meta.url)
  const { context, expect: right } = JSON.parse(readFileSync(new URL('case.json', folder), 'utf8'))
  const lines = readFileSync(new URL('input.jsonl', folder), 'utf8').trimEnd().split('\n')
  const { store, home, client } = await open()
  const { taskId, write } = await record(store, home, { protocol: 'jsonl' })
  const path = `/api/tasks/${taskId}/stream`
  const dropAfter = context.live.dropAfterEvent as number

  const first = await client(path)
  for (const line of lines.slice(0, dropAfter)) await write([line])
  await first.until(() => first.of('event').length >= dropAfter)
  const lastId = first.messages.filter((message) => message.event === 'event').at(-1)?.id ?? ''
  first.drop()
  expect(first.of('event')).toHaveLength(right.live.firstConnection.events)
  for (const line of lines.slice(dropAfter)) await write([line])

  const second = await client(path, { 'last-event-id': lastId })
  await second.until(() => textsOf(second).includes('message 20'))
  expect(second.of('event')).toHaveLength(right.live.secondConnection.events)
  expect(textsOf(second)[0]).toBe(right.live.secondConnection.first)

  const without = await client(path)
  await without.until(() => textsOf(without).includes('message 20'))
  expect(without.of('event')).toHaveLength(right.live.withoutLastEventId.events)

  const other = await record(store, home, { protocol: 'jsonl' })
  await other.write(lines)
  const foreign = await client(`/api/tasks/${other.taskId}/stream`)
  await foreign.until(() => foreign.of('event').length === 20)
  const foreignId = foreign.messages.filter((message) => message.event === 'event')[11]?.id ?? ''
  for (const id of [
    'unknown',
    '',
    '12-',
    '-12',
    '999-12',
    `${lastId}9999`,
    '\u00e9',
    '1'.repeat(400),
    foreignId,
  ]) {
    const again = await client(path, { 'last-event-id': id })
    await again.until(() => textsOf(again).includes('message 20'))
    expect([id, again.of('event').length]).toEqual([id, right.live.unknownOrForeignId.events])
  }
})

test('an event has the id generation-seq and the shape of a page; a task message has no id', async () => {
  const { store, home, client, app } = await open()
  const { taskId, write } = await record(store, home, { protocol: 'jsonl', title: 'a task' })
  await write(messageLines(1, 2))
  const stream = await client(`/api/tasks/${taskId}/stream`)
  await stream.until(() => stream.of('event').length === 2)
  const page = await (await app.request(`/api/tasks/${taskId}/events`)).json()
  expect(stream.of('event')).toEqual(page.events)
  const ids = stream.messages.map((message) => [message.event, message.id])
  expect(ids).toEqual([
    ['task', undefined],
    ['event', `${page.generation}-1`],
    ['event', `${page.generation}-2`],
  ])
  expect(stream.of<TaskNews>('task')[0]).toEqual({
    id: taskId,
    title: 'a task',
    status: expect.any(String),
    recap: expect.objectContaining({ events: 2 }),
    generation: page.generation,
  })
})

test('?since takes a seq or an id, and the header comes before it', async () => {
  const { store, home, client } = await open()
  const { taskId, write } = await record(store, home, { protocol: 'jsonl' })
  await write(messageLines(1, 5))
  const generation = (await store.getTask(taskId))?.generation
  const after = async (query: string, headers?: Record<string, string>) => {
    const stream = await client(`/api/tasks/${taskId}/stream${query}`, headers)
    await stream.until(() => textsOf(stream).includes('message 5'))
    return textsOf(stream).length
  }
  expect(await after('?since=3')).toBe(2)
  expect(await after(`?since=${generation}-4`)).toBe(1)
  expect(await after('?since=1', { 'last-event-id': `${generation}-4` })).toBe(1)
  expect(await after('?since=6')).toBe(5)
  expect(await after('?since=abc')).toBe(5)
})

test('live events arrive in order, each once, while the client reads the history', async () => {
  const { store, home, client } = await open()
  const { taskId, write } = await record(store, home, { protocol: 'jsonl' })
  await write(messageLines(1, 1_000))
  const stream = await client(`/api/tasks/${taskId}/stream`)
  for (let from = 1_001; from <= 2_000; from += 20) await write(messageLines(from, from + 19))
  await stream.until(() => stream.of('event').length >= 2_000)
  expect(textsOf(stream)).toEqual(numbers(1, 2_000))
})

test('resuming again and again at random points loses nothing and repeats nothing', async () => {
  const { store, home, client } = await open()
  const { taskId, write } = await record(store, home, { protocol: 'jsonl' })
  const writing = (async () => {
    for (let from = 1; from <= 600; from += 3) await write(messageLines(from, from + 2))
  })()
  const got: unknown[] = []
  let lastId = ''
  for (let wanted = 1; got.length < 600; wanted = (wanted * 7) % 101) {
    const stream = await client(
      `/api/tasks/${taskId}/stream`,
      lastId === '' ? {} : { 'last-event-id': lastId },
    )
    const enough = Math.min(wanted, 600 - got.length)
    await stream.until(() => stream.of('event').length >= enough)
    stream.drop()
    got.push(...textsOf(stream))
    lastId = stream.messages.filter((message) => message.event === 'event').at(-1)?.id ?? lastId
  }
  await writing
  expect(got).toEqual(numbers(1, 600))
})

test('a new generation is told, and then sent from its first event', async () => {
  const { store, home, client } = await open()
  const { taskId, runId, write } = await record(store, home, { protocol: 'jsonl' })
  await write(messageLines(1, 3))
  const stream = await client(`/api/tasks/${taskId}/stream`)
  await stream.until(() => stream.of('event').length === 3)
  const task = await store.getTask(taskId)
  if (!task?.state) throw new Error('no state')
  const old = stream.messages.filter((message) => message.event === 'event').at(-1)?.id ?? ''
  const events = [1, 2].map((number) => ({
    type: 'message',
    payload: { role: 'assistant', text: `anew ${number}` },
    ts: 1,
    tsKind: 'read' as const,
    offset: null,
    index: number,
    runId,
  }))
  const generation = await store.writeGeneration(taskId, events, task.state, task.foldVersion)
  await stream.until(() => stream.of('event').length === 5)
  const after = stream.messages.slice(stream.messages.findIndex((message) => message.id === old) + 1)
  const news = after.findIndex(
    (message) => message.event === 'task' && JSON.parse(message.data).generation === generation,
  )
  const first = after.findIndex((message) => message.event === 'event')
  expect(news).toBeGreaterThanOrEqual(0)
  expect(news).toBeLessThan(first)
  expect(after.filter((message) => message.event === 'event').map((message) => message.id)).toEqual([
    `${generation}-1`,
    `${generation}-2`,
  ])
  const back = await client(`/api/tasks/${taskId}/stream`, { 'last-event-id': old })
  await back.until(() => back.of('event').length === 2)
  expect(textsOf(back)).toEqual(['anew 1', 'anew 2'])
})

test('changes of a task are told: its title, its end, its figures', async () => {
  const { store, home, client } = await open()
  const task = await record(store, home, { protocol: 'jsonl' })
  const stream = await client(`/api/tasks/${task.taskId}/stream`)
  const last = () => stream.of<TaskNews>('task').at(-1)
  await stream.until(() => last()?.recap.events === 0)
  await task.write([messageLine('x')])
  await stream.until(() => last()?.recap.events === 1)
  await store.setTitle(task.taskId, 'named', 'human')
  await stream.until(() => last()?.title === 'named')
  const told = stream.of<TaskNews>('task').map((news) => JSON.stringify(news))
  expect(new Set(told).size).toBe(told.length)
})

test('a busy task is told about at most some ten times a second', async () => {
  const { store, home, client } = await open()
  const task = await record(store, home, { protocol: 'jsonl' })
  const stream = await client(`/api/tasks/${task.taskId}/stream`)
  const begin = performance.now()
  for (let number = 1; number <= 300; number++) await task.write([messageLine(`message ${number}`)])
  await stream.until(() => stream.of<TaskNews>('task').at(-1)?.recap.events === 300)
  const seconds = (performance.now() - begin) / 1000
  expect(stream.of('event')).toHaveLength(300)
  expect(stream.of('task').length).toBeLessThan(10 * seconds + 3)
})

test('a removed task ends its stream and is told to the list; an unknown one is 404', async () => {
  const { store, home, client } = await open()
  const task = await record(store, home, { protocol: 'jsonl' })
  const stream = await client(`/api/tasks/${task.taskId}/stream`)
  const list = await client('/api/stream')
  await stream.until(() => stream.of('task').length === 1)
  await task.end()
  await store.removeTask(task.taskId)
  await stream.until(() => stream.ended())
  await list.until(() =>
    list.of<TaskNews>('task').some((news) => news.removed === true && news.id === task.taskId),
  )
  expect((await client(`/api/tasks/${task.taskId}/stream`)).status).toBe(404)
})

test('the list is told of every task that changes, also of new ones', async () => {
  const { store, home, client } = await open()
  const old = await record(store, home, { protocol: 'jsonl', title: 'old' })
  const list = await client('/api/stream')
  await list.until(() => list.status === 200)
  const lastOf = (id: string) => list.of<TaskNews>('task').findLast((news) => news.id === id)
  await old.write([messageLine('x')])
  await list.until(() => lastOf(old.taskId)?.recap.events === 1)
  const young = await record(store, home, { protocol: 'jsonl', title: 'new' })
  await list.until(() => lastOf(young.taskId)?.title === 'new')
  expect(list.messages.every((message) => message.id === undefined)).toBe(true)
})

test('what another process writes reaches both streams', async () => {
  const { store, home, client } = await open()
  const other = await openStore(storePathOf(home))
  onTestFinished(() => other.close())
  const task = await record(other, home, { protocol: 'jsonl' })
  const stream = await client(`/api/tasks/${task.taskId}/stream`)
  const list = await client('/api/stream')
  await stream.until(() => stream.of('task').length === 1)
  await task.write(messageLines(1, 2))
  await task.write(messageLines(3, 3))
  await stream.until(() => stream.of('event').length === 3)
  expect(textsOf(stream)).toEqual(numbers(1, 3))
  await list.until(() =>
    list.of<TaskNews>('task').some((news) => news.id === task.taskId && news.recap.events === 3),
  )
  await task.end()
  await other.setTitle(task.taskId, 'named elsewhere', 'human')
  await list.until(() => list.of<TaskNews>('task').some((news) => news.title === 'named elsewhere'))
  expect((await store.getTask(task.taskId))?.title).toBe('named elsewhere')
})

test('a stream that has nothing to say says so', async () => {
  const { store, home, client } = await open({ heartbeatMs: 30 })
  const { taskId } = await record(store, home)
  const streams = [await client(`/api/tasks/${taskId}/stream`), await client('/api/stream')]
  for (const stream of streams) await stream.until(() => false || stream.comments.length >= 0)
  for (const stream of streams) await untilComments(stream, 3)
})

test('a clock that is set back silences no stream', async () => {
  const { store, home, client } = await open({ heartbeatMs: 30 })
  const { taskId } = await record(store, home)
  const stream = await client(`/api/tasks/${taskId}/stream`)
  await untilComments(stream, 1)
  const now = Date.now
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000)
  onTestFinished(() => clock.mockRestore())
  const before = stream.comments.length
  await expect.poll(() => stream.comments.length, { timeout: 3_000 }).toBeGreaterThan(before + 2)
})

async function untilComments(stream: SseClient, count: number) {
  await expect.poll(() => stream.comments.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(count)
}

test('a client that stops reading costs next to nothing, and misses nothing', async () => {
  const { store, home, client } = await open()
  const task = await record(store, home, { protocol: 'jsonl' })
  const stream = await client(`/api/tasks/${task.taskId}/stream`)
  await stream.until(() => stream.of('task').length >= 1)
  stream.pause()
  let pagesRead = 0
  const read = store.readEvents.bind(store)
  store.readEvents = (query) => {
    pagesRead++
    return read(query)
  }
  const text = 'x'.repeat(4_000)
  const batch = 100
  const batches = 100
  for (let index = 0; index < batches; index++) {
    await task.write(Array.from({ length: batch }, (_, at) => messageLine(`${index * batch + at} ${text}`)))
  }
  const readWhilePaused = pagesRead
  // 40 MB were written; the sockets of both sides hold a few of them and the server read no further.
  expect(readWhilePaused).toBeLessThan(40)
  stream.resume()
  // Counted without parsing: that would cost the square of what came.
  const arrived = () => stream.messages.filter((message) => message.event === 'event').length
  await stream.until(() => arrived() === batch * batches)
  const heads = textsOf(stream).map((value) => Number.parseInt(String(value), 10))
  expect(heads).toEqual(Array.from({ length: batch * batches }, (_, index) => index))
  expect(pagesRead).toBeGreaterThan(readWhilePaused)
})

test('a dropped client leaves nothing behind', async () => {
  const { store, home, client, app } = await open()
  const task = await record(store, home, { protocol: 'jsonl' })
  let listening = 0
  const onChange = store.onChange.bind(store)
  store.onChange = (listener) => {
    listening++
    const stop = onChange(listener)
    return () => {
      listening--
      stop()
    }
  }
  const streams = [await client(`/api/tasks/${task.taskId}/stream`), await client('/api/stream')]
  await expect.poll(() => listening).toBe(2)
  for (const stream of streams) stream.drop()
  await expect.poll(() => listening).toBe(0)
  await app.request(`/api/tasks/${task.taskId}/stream`, { method: 'HEAD' })
  expect(listening).toBe(0)
})

test('a store that fails ends the stream and the failure is reported', async () => {
  const { store, home, client, failures } = await open()
  const task = await record(store, home, { protocol: 'jsonl' })
  const stream = await client(`/api/tasks/${task.taskId}/stream`)
  await stream.until(() => stream.of('task').length === 1)
  store.getTask = () => Promise.reject(new Error('disk on fire'))
  await task.write([messageLine('x')])
  await stream.until(() => stream.ended())
  expect(failures).toEqual([new Error('disk on fire')])
})
