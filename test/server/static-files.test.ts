import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '../../src/server/index.ts'
import { openTestStore } from './recorded-store.ts'

async function openSite() {
  const { store } = await openTestStore()
  const folder = await mkdtemp(join(tmpdir(), 'agent-stream-site-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const webRoot = join(folder, 'web')
  await mkdir(join(webRoot, 'assets'), { recursive: true })
  await writeFile(join(folder, 'secret.txt'), 'secret')
  await writeFile(join(folder, 'web-secret.txt'), 'secret')
  await writeFile(join(webRoot, 'index.html'), '<!doctype html><title>page</title>')
  await writeFile(join(webRoot, 'assets', 'main-1a2b.js'), 'export {}')
  await writeFile(join(webRoot, 'icon.svg'), '<svg/>')
  return createApp({ store, webRoot, version: '0' })
}

test.each(['/', '/tasks/0190', '/usage'])('serves the page at %s, asked for each time', async (path) => {
  const app = await openSite()
  const response = await app.request(path)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-cache')
  expect(await response.text()).toContain('<title>page</title>')
})

test('lets names with a hash be kept for ever, and no others', async () => {
  const app = await openSite()
  const script = await app.request('/assets/main-1a2b.js')
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(script.headers.get('cache-control')).toContain('immutable')
  const icon = await app.request('/icon.svg')
  expect([icon.headers.get('content-type'), icon.headers.get('cache-control')]).toEqual([
    'image/svg+xml',
    'no-cache',
  ])
})

test('a missing file is 404, not the page', async () => {
  const app = await openSite()
  const response = await app.request('/assets/main-gone.js')
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ error: { code: 'no-such-file' } })
})

test.each([
  '/..%2fsecret.txt',
  '/%2e%2e/secret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/..%2fweb-secret.txt',
  '/..%5csecret.txt',
  '/%00/secret.txt',
  '/%zz.txt',
  '/....//secret.txt',
])('gives nothing from outside the folder for %s', async (path) => {
  const app = await openSite()
  const response = await app.request(path)
  expect(response.status).toBe(404)
  expect(await response.text()).not.toContain('"secret"')
})

test('says how to build the page when there is none; the API works', async () => {
  const { store, home } = await openTestStore()
  for (const webRoot of [null, join(home, 'nothing')]) {
    const app = createApp({ store, webRoot, version: '0' })
    const response = await app.request('/')
    expect(response.status).toBe(503)
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(await response.text()).toContain('npm run build')
    expect((await app.request('/api/tasks')).status).toBe(200)
  }
})
