import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createApp } from '../../src/server/index.ts'
import { messageLine, openTestStore, record } from './recorded-store.ts'

async function serveAttachment(mediaType: string | null, content: string) {
  const { store, home } = await openTestStore()
  const { write } = await record(store, home, { protocol: 'jsonl' })
  const bytes = new Uint8Array(Buffer.from(content))
  const id = `sha256-${createHash('sha256').update(bytes).digest('hex')}`
  await write([messageLine('with a file')], [{ id, mediaType, bytes }])
  return { app: createApp({ store, version: '0' }), id, bytes }
}

test.each(['image/png', 'image/jpeg', 'image/webp', 'image/gif'])('shows %s', async (mediaType) => {
  const { app, id, bytes } = await serveAttachment(mediaType, `picture ${mediaType}`)
  const response = await app.request(`/api/attachments/${id}`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe(mediaType)
  expect(response.headers.get('content-disposition')).toBe('inline')
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
})

test.each(['text/html', 'image/svg+xml', 'application/pdf', 'text/javascript', 'image/png; charset=x', null])(
  'only lets %s be saved',
  async (mediaType) => {
    const { app, id, bytes } = await serveAttachment(mediaType, '<script>alert(1)</script>')
    const response = await app.request(`/api/attachments/${id}`)
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w-]+"$/)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
  },
)

test.each(['sha256-00', 'x', `sha256-${'0'.repeat(64)}`, '..%2f..%2fetc%2fpasswd'])(
  '%s is 404',
  async (id) => {
    const { app } = await serveAttachment('image/png', 'x')
    const response = await app.request(`/api/attachments/${id}`)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { code: 'no-such-attachment' } })
  },
)
