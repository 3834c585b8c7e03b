import { expect, test } from 'vitest'
import { createApp } from '../../src/server/index.ts'
import { openTestStore, record } from './recorded-store.ts'

const VERSION = '0.0.0-test'
const codeOf = async (response: Response) =>
  ((await response.json()) as { error: { code: string } }).error.code

async function openApp(options: Partial<Parameters<typeof createApp>[0]> = {}) {
  const { store, home } = await openTestStore()
  return { app: createApp({ store, version: VERSION, ...options }), store, home }
}

test.each(['localhost', 'localhost:4788', '127.0.0.1:1', '[::1]:4788', 'LOCALHOST:4788'])(
  'answers when it is called %s',
  async (host) => {
    const { app } = await openApp()
    expect((await app.request('/api/tasks', { headers: { host } })).status).toBe(200)
  },
)

test.each([
  'evil.example',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  '10.0.0.1:4788',
  'localhost:x',
  '[::1',
  '',
])('refuses the host %j before anything else (DNS rebinding)', async (host) => {
  const { app } = await openApp()
  for (const path of ['/', '/api/tasks', '/api/session', '/api/nothing', '/assets/x.js']) {
    const response = await app.request(path, { headers: { host } })
    expect([path, response.status, await codeOf(response)]).toEqual([path, 403, 'host-not-allowed'])
  }
})

test('refuses an absolute request line for another host', async () => {
  const { app } = await openApp()
  const response = await app.request('http://evil.example/api/tasks', { headers: { host: 'localhost' } })
  expect(response.status).toBe(403)
})

test('answers to a name that the user allows, on every port or on one', async () => {
  const { app } = await openApp({ allowHosts: ['Box.lan', 'proxy.lan:8080'] })
  const statusFor = async (host: string) => (await app.request('/api/tasks', { headers: { host } })).status
  expect(await statusFor('box.lan')).toBe(200)
  expect(await statusFor('box.lan:9999')).toBe(200)
  expect(await statusFor('proxy.lan:8080')).toBe(200)
  expect(await statusFor('proxy.lan:8081')).toBe(403)
})

test.each([
  'http://evil.example',
  'https://localhost.evil.example',
  'null',
  'http://localhost:3000',
  'file://',
  '',
])('refuses the origin %j', async (origin) => {
  const { app } = await openApp()
  const response = await app.request('/api/tasks', { headers: { host: 'localhost:4788', origin } })
  expect([response.status, await codeOf(response)]).toEqual([403, 'origin-not-allowed'])
})

test('accepts its own origin, and one that the user allows', async () => {
  const { app } = await openApp({ allowHosts: ['ui.lan'] })
  for (const origin of ['http://localhost:4788', 'https://ui.lan', 'http://ui.lan:5173']) {
    const response = await app.request('/api/tasks', { headers: { host: 'localhost:4788', origin } })
    expect([origin, response.status]).toEqual([origin, 200])
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  }
})

test('refuses what a page of another site loads, but lets people follow a link to the page', async () => {
  const { app } = await openApp()
  const statusFor = async (path: string, mode: string, site: string) =>
    (await app.request(path, { headers: { 'sec-fetch-mode': mode, 'sec-fetch-site': site } })).status
  expect(await statusFor('/api/tasks', 'no-cors', 'cross-site')).toBe(403)
  expect(await statusFor('/api/tasks', 'no-cors', 'same-site')).toBe(403)
  expect(await statusFor('/api/tasks', 'navigate', 'cross-site')).toBe(403)
  expect(await statusFor('/api/tasks', 'cors', 'same-origin')).toBe(200)
  expect(await statusFor('/api/tasks', 'navigate', 'none')).toBe(200)
  expect(await statusFor('/tasks/x', 'navigate', 'cross-site')).not.toBe(403)
})

test('puts the security headers on every answer, refusals and failures too', async () => {
  const { app } = await openApp()
  const requests: [string, RequestInit?][] = [
    ['/'],
    ['/api/tasks'],
    ['/api/nothing'],
    ['/api/stream'],
    ['/api/tasks', { headers: { host: 'evil.example' } }],
    ['/api/session', { method: 'POST', body: 'no JSON' }],
  ]
  for (const [path, init] of requests) {
    const response = await app.request(path, init)
    const { headers } = response
    await response.body?.cancel()
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('content-security-policy')).not.toMatch(/unsafe|\*|data:/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    if (path.startsWith('/api')) expect(headers.get('cache-control')).toBe('no-store')
  }
})

test('without a token reads, and changes nothing', async () => {
  const { app, store, home } = await openApp()
  const { taskId } = await record(store, home, { title: 'mine' })
  expect((await app.request(`/api/tasks/${taskId}`)).status).toBe(200)
  const refused = await app.request(`/api/tasks/${taskId}`, { method: 'DELETE' })
  expect([refused.status, await codeOf(refused)]).toEqual([401, 'token-needed'])
  expect(await store.getTask(taskId)).not.toBeNull()
  const session = await app.request('/api/session')
  expect(await session.json()).toEqual({
    authorized: false,
    readsNeedToken: false,
    canStart: false,
    version: VERSION,
  })
  const guess = await app.request('/api/session', { method: 'POST', body: '{"token":"null"}' })
  expect(guess.status).toBe(401)
})

test('changes things for who shows the token, by header or by the cookie given for it', async () => {
  const { app, store, home } = await openApp({ token: 'right-token' })
  const { taskId } = await record(store, home, { title: 'old' })
  const rename = (headers: Record<string, string>, title: string) =>
    app.request(`/api/tasks/${taskId}`, { method: 'PATCH', headers, body: JSON.stringify({ title }) })
  const titleNow = async () => (await store.getTask(taskId))?.title

  expect((await rename({}, 'a')).status).toBe(401)
  expect((await rename({ authorization: 'Bearer wrong-token' }, 'b')).status).toBe(401)
  expect((await rename({ cookie: 'agent_stream_session=right-token' }, 'c')).status).toBe(401)
  expect(await titleNow()).toBe('old')
  expect((await rename({ authorization: 'Bearer right-token' }, 'by header')).status).toBe(200)
  expect(await titleNow()).toBe('by header')

  const wrong = await app.request('/api/session', { method: 'POST', body: '{"token":"right-tokem"}' })
  expect([wrong.status, await codeOf(wrong)]).toEqual([401, 'wrong-token'])
  expect(wrong.headers.get('set-cookie')).toBeNull()
  const opened = await app.request('/api/session', { method: 'POST', body: '{"token":"right-token"}' })
  expect(opened.status).toBe(204)
  const setCookie = opened.headers.get('set-cookie') ?? ''
  expect(setCookie).toMatch(/; HttpOnly/)
  expect(setCookie).toMatch(/; SameSite=Strict/)
  expect(setCookie).not.toContain('right-token')

  const cookie = setCookie.split(';')[0] ?? ''
  expect(await (await app.request('/api/session', { headers: { cookie } })).json()).toMatchObject({
    authorized: true,
  })
  expect((await rename({ cookie }, 'by cookie')).status).toBe(200)
  expect(await titleNow()).toBe('by cookie')
  expect((await rename({ cookie, origin: 'http://localhost:3000' }, 'by a foreign page')).status).toBe(403)
  expect(await titleNow()).toBe('by cookie')
})

test('with requireToken reading needs it too, streams and the document included; the page and the exchange do not', async () => {
  const { app } = await openApp({ token: 'secret', requireToken: true })
  for (const path of [
    '/api/tasks',
    '/api/stream',
    '/api/openapi.json',
    '/api/tasks/x/events',
    '/api/nothing',
  ]) {
    const refused = await app.request(path)
    expect([path, refused.status, await codeOf(refused)]).toEqual([path, 401, 'token-needed'])
  }
  expect((await app.request('/api/tasks', { headers: { authorization: 'Bearer secret' } })).status).toBe(200)
  expect((await app.request('/api/session')).status).toBe(200)
  expect((await app.request('/')).status).not.toBe(401)
})
