import { expect, test } from 'vitest'
import { createApp, type FindPage } from '../../src/server/index.ts'
import type { EventPage, Store, StoredEvent } from '../../src/store/store.ts'
import { recordedEvents } from '../recorded-events.ts'
import { messageLine, openTestStore, record } from './recorded-store.ts'

async function openApp() {
  const { store, home } = await openTestStore()
  const app = createApp({ store, version: '0' })
  const find = async (taskId: string, query: Record<string, string>) => {
    const response = await app.request(`/api/tasks/${taskId}/find?${new URLSearchParams(query)}`)
    return { status: response.status, page: (await response.json()) as FindPage }
  }
  return { app, store, home, find }
}

async function eventsOf(store: Store, taskId: string): Promise<StoredEvent[]> {
  const events: StoredEvent[] = []
  for (let since = 0, hasMore = true; hasMore; ) {
    const page: EventPage = await store.readEvents({ taskId, since, limit: 2_000 })
    events.push(...page.events)
    since = page.lastSeq ?? since
    hasMore = page.hasMore
  }
  return events
}

/** What a person sees of an event, as this test understands it: the strings of its payload under these keys. */
const SEEN: Record<string, string[]> = {
  message: ['text'],
  thinking: ['text'],
  'tool.call': ['title', 'name'],
  'tool.result': ['output'],
  'session.title': ['title'],
  'session.started': ['harness', 'model', 'cwd'],
  'session.ended': ['summary', 'reason'],
}

function holds({ type, payload }: StoredEvent, word: string): boolean {
  const texts = (SEEN[type] ?? []).map((key) => payload[key])
  if (type === 'tool.call') texts.push(...valuesIn(payload.input))
  if (type === 'raw') texts.push((payload.notice as { text?: string } | undefined)?.text ?? null)
  if (type === 'plan') texts.push(...(payload.steps as { text: string }[]).map((step) => step.text))
  if (type === 'session.background') {
    texts.push(...(payload.tasks as { description: string }[]).map((task) => task.description))
  }
  return texts.some((text) => typeof text === 'string' && text.toLowerCase().includes(word.toLowerCase()))
}

function valuesIn(input: unknown): string[] {
  try {
    const values: string[] = []
    JSON.parse(String(input), (_key, value) => {
      if (typeof value === 'string' || typeof value === 'number') values.push(String(value))
      return value
    })
    return values
  } catch {
    return [String(input)]
  }
}

const WORDS = [
  'the',
  'FILE',
  'error',
  'é',
  '"',
  'const',
  'a.txt',
  '%',
  '_',
  'text',
  'truncated',
  'assistant',
  'zq',
]

test('every match in real recordings is found, paged in both directions, and shown with its place', async () => {
  const { store, home, find } = await openApp()
  const chosen = recordedEvents()
    .filter(({ events }) =>
      events.every(({ payload }) => payload.delta !== true && payload.truncated !== true),
    )
    .filter((_, index) => index % 8 === 0)
  expect(new Set(chosen.map(({ name }) => name.split(' ')[0])).size).toBeGreaterThanOrEqual(6)
  let matches = 0
  for (const { name, protocol, lines } of chosen) {
    const { taskId, write } = await record(store, home, { protocol })
    await write(lines)
    const events = await eventsOf(store, taskId)
    for (const word of WORDS) {
      const truth = events.filter((event) => holds(event, word)).map((event) => event.seq)
      const { page } = await find(taskId, { q: word, limit: '500' })
      expect
        .soft(
          page.matches.map((match) => match.seq),
          `${name} ${word}`,
        )
        .toEqual(truth)
      expect
        .soft(page, `${name} ${word}`)
        .toMatchObject({ total: truth.length, isComplete: true, hasMore: false })
      matches += page.total
      for (const { excerpt, offsets } of page.matches) {
        expect(offsets.length).toBeGreaterThan(0)
        for (const [start, end] of offsets) {
          expect(excerpt.slice(start, end).toLowerCase()).toBe(word.toLowerCase())
        }
      }
      if (truth.length < 3) continue
      const second = (await find(taskId, { q: word, after: String(truth[0]), limit: '1' })).page
      expect(second).toMatchObject({ matches: [{ seq: truth[1] }], firstPosition: 2, hasMore: true })
      const back = (await find(taskId, { q: word, before: String(truth.at(-1)), limit: '1' })).page
      expect(back).toMatchObject({
        matches: [{ seq: truth.at(-2) }],
        firstPosition: truth.length - 1,
        hasMore: true,
      })
    }
  }
  expect(matches).toBeGreaterThan(300)
})

test('a text in fragments is one match, also where a word is cut, and its repetition none', async () => {
  const { store, home, find } = await openApp()
  const { taskId, write } = await record(store, home, { protocol: 'jsonl' })
  const fragment = (text: string) =>
    JSON.stringify({ type: 'message', role: 'assistant', text, truncated: false, delta: true })
  await write([messageLine('a needle'), fragment('The Nee')])
  expect((await find(taskId, { q: 'needle' })).page.matches.map(({ seq }) => seq)).toEqual([1])
  await write([fragment('DLE is'), fragment(' here')])
  const { page } = await find(taskId, { q: 'needle' })
  expect(page.matches).toMatchObject([
    { seq: 1 },
    { seq: 2, excerpt: 'The NeeDLE is here', offsets: [[4, 10]] },
  ])
  await write([messageLine('The NeeDLE is here'), messageLine('no more')])
  expect((await find(taskId, { q: 'needle' })).page.total).toBe(2)
})

test('case is set aside beyond ASCII, and what JSON escapes is found', async () => {
  const { store, home, find } = await openApp()
  const { taskId, write } = await record(store, home, { protocol: 'jsonl' })
  await write([
    messageLine('ПРИВЕТ мир'),
    messageLine('say "hi"\\ok\n\tthere 😀 中文'),
    JSON.stringify({
      type: 'tool.call',
      callId: 'c',
      name: 'Bash',
      input: '{"command":"echo \\"hi\\" | 100%"}',
    }),
    messageLine('ΟΔΟΣ'),
  ])
  const seqs = async (q: string) => (await find(taskId, { q })).page.matches.map(({ seq }) => seq)
  expect(await seqs('привет')).toEqual([1])
  expect(await seqs('привет МИР')).toEqual([1])
  expect(await seqs('"hi"')).toEqual([2, 3])
  expect(await seqs('\\OK\n')).toEqual([2])
  expect(await seqs('😀')).toEqual([2])
  expect(await seqs('中文')).toEqual([2])
  expect(await seqs('echo "hi" | 100%')).toEqual([3])
  expect(await seqs('1_0%')).toEqual([])
  expect(await seqs('οδος')).toEqual([4])
})

test('a long session is looked through while others are served', async () => {
  const { store, home, find } = await openApp()
  const { taskId, write } = await record(store, home, { protocol: 'jsonl' })
  const lines = Array.from({ length: 5_000 }, (_, index) => messageLine(`word ${index} ${'x'.repeat(200)}`))
  await write(lines)
  const first = (await find(taskId, { q: 'word', limit: '2' })).page
  expect(first).toMatchObject({
    matches: [{ seq: 1 }, { seq: 2 }],
    firstPosition: 1,
    hasMore: true,
    isComplete: false,
  })
  const last = (await find(taskId, { q: 'word', before: '5001', limit: '2' })).page
  expect(last).toMatchObject({ matches: [{ seq: 4_999 }, { seq: 5_000 }], total: 5_000, isComplete: true })
})

test.each([
  ['q', ''],
  ['q', ' '],
  ['q', 'x'.repeat(501)],
  ['limit', '0'],
  ['after', '-1'],
  ['before', '0'],
])('a bad parameter (%s=%s) is 400', async (name, value) => {
  const { store, home, find } = await openApp()
  const { taskId } = await record(store, home)
  expect((await find(taskId, { q: 'x', [name]: value })).status).toBe(400)
})
