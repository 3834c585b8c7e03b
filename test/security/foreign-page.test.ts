import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createApp } from '../../src/server/index.ts'
import { openTestStore, record } from '../server/recorded-store.ts'

const TOKEN = 'right-token'
/** What a browser adds to requests of a page of another site; a cookie is the most that such a page could make it send. */
const FOREIGN: readonly Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
  { host: 'evil.example' },
]

it('starts and steers nothing, even where the browser sends the token along', async () => {
  const { store, home } = await openTestStore()
  const app = createApp({ store, home, version: '0', token: TOKEN })
  const { taskId } = await record(store, home, { title: 'mine' })
  const paths = [
    '/api/tasks',
    ...['messages', 'interrupt', 'stop', 'answers', 'lines?offset=0'].map(
      (word) => `/api/tasks/${taskId}/${word}`,
    ),
  ]
  for (const path of paths) {
    for (const foreign of FOREIGN) {
      const headers = { host: 'localhost:4788', authorization: `Bearer ${TOKEN}`, ...foreign }
      const body = JSON.stringify({ command: ['touch', `${home}/owned`], text: 'x' })
      const { status } = await app.request(path, { method: 'POST', headers, body })
      expect([path, foreign, status]).toEqual([path, foreign, 403])
    }
  }
  expect((await store.listTasks({})).tasks).toHaveLength(1)
  expect(readdirSync(home)).not.toContain('owned')
})

it.each(['..%2f..%2fetc%2fpasswd', '%2e%2e', '..%5c..', '%00', 'a%0ab'])(
  'an id is never a path: %s',
  async (id) => {
    const { store, home } = await openTestStore()
    const app = createApp({ store, home, version: '0', token: TOKEN })
    const headers = { authorization: `Bearer ${TOKEN}` }
    for (const path of [`/api/tasks/${id}`, `/api/tasks/${id}/events`, `/api/runs/${id}`]) {
      expect((await app.request(path, { headers })).status).toBe(404)
    }
    const removed = await app.request(`/api/tasks/${id}`, { method: 'DELETE', headers })
    expect(removed.status).toBe(404)
  },
)
