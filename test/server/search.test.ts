import { expect, test } from 'vitest'
import { createApp, type SearchPage } from '../../src/server/index.ts'
import { readRecording } from '../recordings.ts'
import { messageLine, openTestStore, record } from './recorded-store.ts'

async function openApp() {
  const { store, home } = await openTestStore()
  const app = createApp({ store, version: '0' })
  const search = async (query: Record<string, string>) => {
    const response = await app.request(`/api/search?${new URLSearchParams(query)}`)
    return { status: response.status, page: (await response.json()) as SearchPage }
  }
  return { store, home, search }
}

test('finds tasks by what their title and their events hold, the newest first', async () => {
  const { store, home, search } = await openApp()
  const old = await record(store, home, { protocol: 'jsonl', title: 'Needle work', createdAt: 1_000 })
  await old.write([messageLine('nothing')])
  const none = await record(store, home, { protocol: 'jsonl', title: 'Other', createdAt: 2_000 })
  await none.write([messageLine('nothing at all')])
  const recorded = await record(store, home, { title: 'Recorded', createdAt: 3_000 })
  await recorded.write(readRecording('claude', '2.1.332', 'demo-fix-bug').lines)
  const many = await record(store, home, { protocol: 'jsonl', title: 'Many', createdAt: 4_000 })
  await many.write(Array.from({ length: 9 }, (_, index) => messageLine(`${index} NEEDLE`)))

  const { page } = await search({ q: 'needle' })
  expect(page).toMatchObject({
    results: [
      {
        task: { id: many.taskId, title: 'Many' },
        isTitle: false,
        matches: [{ seq: 1 }, { seq: 2 }, { seq: 3 }],
      },
      { task: { id: old.taskId, title: 'Needle work' }, isTitle: true, matches: [] },
    ],
    next: null,
  })
  expect(page.results[0]?.matches[0]).toMatchObject({
    excerpt: '0 NEEDLE',
    offsets: [[2, 8]],
    where: 'message',
  })
  const titles = async (q: string) => (await search({ q })).page.results.map(({ task }) => task.title)
  expect(await titles('Bash')).toEqual(['Recorded'])
  expect(await titles('nowhere to be found')).toEqual([])
})

test('goes through all tasks page by page, each once', async () => {
  const { store, home, search } = await openApp()
  const ids: string[] = []
  for (let age = 1; age <= 120; age++) {
    const { taskId, write } = await record(store, home, { protocol: 'jsonl', createdAt: 1_000_000 - age })
    await write([messageLine(age % 40 === 0 ? 'needle' : 'hay')])
    if (age % 40 === 0) ids.push(taskId)
  }
  const found: string[] = []
  let next: string | null = null
  do {
    const { page } = await search({ q: 'needle', limit: '1', ...(next === null ? {} : { before: next }) })
    found.push(...page.results.map(({ task }) => task.id))
    next = page.next
  } while (next !== null)
  expect(found).toEqual(ids)
  expect((await search({ q: 'needle', before: 'nothing' })).page).toEqual({ results: [], next: null })
})

test.each([{ q: '' }, { q: 'x', limit: '101' }])('a bad parameter (%j) is 400', async (query) => {
  const { search } = await openApp()
  expect((await search(query)).status).toBe(400)
})
