import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { createApp, DEFAULT_PORT, type ServeOptions, serve } from '../../src/server/index.ts'
import { openTestStore } from './recorded-store.ts'

async function serveForTest(options: ServeOptions) {
  const server = await serve(options)
  onTestFinished(() => server.close().catch(() => undefined))
  return server
}

function sendRaw(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    socket.on('data', (bytes) => {
      answer += bytes.toString()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })
}

async function takePort(port: number): Promise<number | null> {
  const other: Server = createServer()
  const taken = await new Promise<number | null>((resolve) => {
    other.once('error', () => resolve(null))
    other.listen(port, '127.0.0.1', () => resolve((other.address() as AddressInfo).port))
  })
  onTestFinished(() => void other.close())
  return taken
}

test('port 0 is any free port; close gives it back and ends what is open', async () => {
  const { store } = await openTestStore()
  const app = createApp({ store, version: '0' })
  const server = await serveForTest({ app, port: 0 })
  expect(server.url).toBe(`http://127.0.0.1:${server.port}`)
  expect((await fetch(`${server.url}/api/tasks`)).status).toBe(200)
  const stream = await fetch(`${server.url}/api/stream`)
  const ended = stream.text().catch(() => 'cut off')
  await server.close()
  await ended
  await expect(fetch(`${server.url}/api/tasks`)).rejects.toThrow()
  const again = await serveForTest({ app, port: server.port })
  expect(again.port).toBe(server.port)
})

test.each([
  'GET / HTTP/1.1\r\nHost: a b',
  'GET / HTTP/1.1\r\nHost: [',
  'GET /\\.. HTTP/1.1\r\nHost: localhost',
])('a malformed request (%j) is 400 in the shape of every error', async (request) => {
  const { store } = await openTestStore()
  const server = await serveForTest({ app: createApp({ store, version: '0' }), port: 0 })
  const answer = await sendRaw(server.port, `${request}\r\nConnection: close\r\n\r\n`)
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toContain('{"error":{"code":"bad-request"')
})

test('a taken port that was asked for is an error that says what to do', async () => {
  const { store } = await openTestStore()
  const app = createApp({ store, version: '0' })
  const port = (await takePort(0)) ?? 0
  await expect(serve({ app, port })).rejects.toMatchObject({ name: 'ServerError', code: 'port-taken' })
  await expect(serve({ app, port })).rejects.toThrow(/--port 0/)
})

test('the default port, when it is taken, gives way to a free one', async () => {
  const { store } = await openTestStore()
  await takePort(DEFAULT_PORT)
  const server = await serveForTest({ app: createApp({ store, version: '0' }) })
  expect(server.port).not.toBe(DEFAULT_PORT)
  expect((await fetch(`${server.url}/api/tasks`)).status).toBe(200)
})

test('an address that this machine has not is an error that says so', async () => {
  const { store } = await openTestStore()
  const app = createApp({ store, version: '0', token: 't' })
  await expect(serve({ app, host: '192.0.2.1', port: 0 })).rejects.toMatchObject({ code: 'host-unknown' })
})

test.each(['0.0.0.0', '::', '192.168.1.5', '127.0.0.1.evil.example', ''])(
  'refuses to let other machines in (%j) without a token',
  async (host) => {
    const { store } = await openTestStore()
    const app = createApp({ store, version: '0' })
    await expect(serve({ app, host, port: 0 })).rejects.toMatchObject({ code: 'token-needed' })
    await expect(serve({ app: new Hono(), host, port: 0 })).rejects.toMatchObject({ code: 'token-needed' })
  },
)

test('letting other machines in makes reading need the token', async () => {
  const { store } = await openTestStore()
  const app = createApp({ store, version: '0', token: 'secret' })
  const server = await serveForTest({ app, host: '0.0.0.0', port: 0 })
  const address = `http://127.0.0.1:${server.port}/api/tasks`
  expect((await fetch(address)).status).toBe(401)
  expect((await fetch(address, { headers: { authorization: 'Bearer secret' } })).status).toBe(200)
})
