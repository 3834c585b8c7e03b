import { writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createParser } from 'eventsource-parser'
import type { Row } from '../bench/row.ts'
import { startRun } from '../src/recorder/index.ts'
import type { Store } from '../src/store/index.ts'
import { completed, withHome } from './recorder.ts'
import { type StressServer, startServer } from './server.ts'

const RECONNECTIONS = 1_000
const STALLED = 50
const MAX_GROWTH_BYTES = 50e6
const HARNESS = fileURLToPath(new URL('../fixtures/harnesses/numbered-lines.mjs', import.meta.url))

/** Clients of the live stream that stop reading, that come back again and again, and that ask for what is not there yet. */
export async function stressSse(): Promise<Row[]> {
  return [await stall(), await reconnect()]
}

/** Clients that connect to a task of 200 MB and read nothing. */
async function stall(): Promise<Row> {
  return await withHome(async (home, store) => {
    const server = await startServer(home)
    const text = 'x'.repeat(4_000)
    const line = `{"type":"message","role":"assistant","text":"${text}"}`
    const command = ['/bin/sh', '-c', `yes '${line}' | head -n 50000`]
    const { taskId } = await startRun(store, { home, command, protocol: 'jsonl', prompt: '' })
    await completed(store, 300_000)
    const path = `/api/tasks/${taskId}/stream`
    // One reader to the end first: what a stream costs at all is then in the figure before.
    const last = (await store.getTask(taskId))?.lastSeq ?? 0
    await readIds(server, path, null, last)
    await delay(2_000)
    const before = server.memory()
    const sockets = await Promise.all(Array.from({ length: STALLED }, () => openStalled(server, path)))
    let peak = before
    for (let look = 0; look < 50; look++) {
      await delay(100)
      peak = Math.max(peak, server.memory())
    }
    const load = await server.load(2_000)
    const ids = await readIds(server, path, null, last)
    demandEqual(ids, await storedIds(store, taskId), 'A client that reads beside them')
    for (const socket of sockets) socket.destroy()
    await server.stop()
    const growth = peak - before
    return {
      what: `${STALLED} clients of a task of 200 MB connect and read nothing`,
      figure: `${(growth / 1e6).toFixed(0)} MB more in the server`,
      detail: `${(before / 1e6).toFixed(0)} MB before, ${(peak / 1e6).toFixed(0)} MB at most; ${(load * 100).toFixed(0)} % of a processor; another client gets all ${last} events meanwhile`,
      target: `at most ${MAX_GROWTH_BYTES / 1e6} MB more and 20 % of a processor`,
      met: growth <= MAX_GROWTH_BYTES && load < 0.2,
    }
  })
}

/** One client that drops its connection after some events and comes back with the last id, while the task grows. */
async function reconnect(): Promise<Row> {
  return await withHome(async (home, store) => {
    const server = await startServer(home)
    const enough = join(home, 'enough')
    const command = [process.execPath, HARNESS, '1', '10', '5', enough]
    const { taskId } = await startRun(store, { home, command, protocol: 'jsonl', prompt: 'Count' })
    const path = `/api/tasks/${taskId}/stream`
    const got: string[] = []
    const startedAt = Date.now()
    for (let round = 0; round < RECONNECTIONS; round++) {
      got.push(...(await readIds(server, path, got.at(-1) ?? null, 1 + ((round * 7) % 23))))
    }
    const seconds = (Date.now() - startedAt) / 1_000
    writeFileSync(enough, '')
    await completed(store, 60_000)
    const expected = await storedIds(store, taskId)
    got.push(...(await readIds(server, path, got.at(-1) ?? null, expected.length - got.length)))
    demandEqual(got, expected, `A client that came back ${RECONNECTIONS} times`)
    // An id that this history has not reached is of another history: all of it is sent.
    const generation = expected[0]?.split('-')[0]
    const future = await readIds(
      server,
      path,
      `${generation}-${expected.length + 1_000_000}`,
      expected.length,
    )
    demandEqual(future, expected, 'A client that asks for a seq from the future')
    await server.stop()
    return {
      what: `a client comes back ${RECONNECTIONS} times with its last id while the task grows`,
      figure: `${expected.length} of ${expected.length} events, none skipped, none twice`,
      detail: `in ${seconds.toFixed(0)} s; with a seq from the future it gets the history from its first event`,
      target: 'each event once, in order',
      met: true,
    }
  })
}

/** Reads so many events from a stream, drops the connection and gives their ids. */
function readIds(
  server: StressServer,
  path: string,
  lastId: string | null,
  count: number,
): Promise<string[]> {
  if (count <= 0) return Promise.resolve([])
  const ids: string[] = []
  return new Promise((resolve, reject) => {
    const headers = lastId === null ? {} : { 'last-event-id': lastId }
    const request = get(`${server.url}${path}`, { headers, agent: false, timeout: 30_000 })
    const end = (error?: Error) => {
      request.destroy()
      if (ids.length === count) resolve(ids)
      else reject(error ?? new Error(`The stream ended after ${ids.length} of ${count} events.`))
    }
    const parser = createParser({
      onEvent: ({ event, id }) => {
        if (event !== 'event' || id === undefined || ids.length === count) return
        ids.push(id)
        if (ids.length === count) end()
      },
    })
    request.on('error', end)
    request.on('timeout', () =>
      end(new Error(`Nothing came for 30 s, after ${ids.length} of ${count} events.`)),
    )
    request.on('response', (response) => {
      response.setEncoding('utf8')
      response.on('data', (text: string) => parser.feed(text))
      response.on('error', () => undefined)
      response.on('close', () => end())
    })
  })
}

/** A client that asks for a stream and never reads. */
function openStalled(server: StressServer, path: string): Promise<Socket> {
  const { hostname, port, host } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
      resolve(socket)
    })
    socket.pause()
    socket.on('error', reject)
  })
}

async function storedIds(store: Store, taskId: string): Promise<string[]> {
  const ids: string[] = []
  for (let since = 0, hasMore = true; hasMore; ) {
    const page = await store.readEvents({ taskId, since, limit: 2_000 })
    ids.push(...page.events.map(({ seq }) => `${page.generation}-${seq}`))
    since = page.lastSeq ?? since
    hasMore = page.hasMore
  }
  return ids
}

function demandEqual(got: readonly string[], expected: readonly string[], who: string): void {
  const at = expected.findIndex((id, index) => got[index] !== id)
  if (at >= 0 || got.length !== expected.length)
    throw new Error(`${who} got ${got.length} events of ${expected.length}; at ${at} it got ${got[at]}.`)
}
