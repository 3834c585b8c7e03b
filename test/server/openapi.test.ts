import { expect, test } from 'vitest'
import { vocabularyJsonSchema } from '../../src/schema/index.ts'
import { createApp } from '../../src/server/index.ts'
import { messageLines, openTestStore, record } from './recorded-store.ts'

type Operation = { responses: Record<string, unknown>; parameters: { name: string; in: string }[] }
type Shape = { required?: string[]; properties?: Record<string, unknown> }
type Document = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Shape> }
}

async function openDocument() {
  const { store, home } = await openTestStore()
  const app = createApp({ store, version: '1.2.3' })
  const read = async (path: string) => (await (await app.request(path)).json()) as Record<string, unknown>
  const document = (await read('/api/openapi.json')) as unknown as Document
  return { app, store, home, read, document }
}

test('the document and the app name the same routes', async () => {
  const { app, document } = await openDocument()
  const served = app.routes
    .filter((route) => route.path.startsWith('/api/') && route.path !== '/api/*')
    .map((route) => `${route.method} ${route.path}`)
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map(
      (method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    ),
  )
  expect(described.sort()).toEqual([...new Set(served)].sort())
})

test('every part of a path is a parameter, and every reference leads somewhere', async () => {
  const { document } = await openDocument()
  expect(document.openapi).toBe('3.1.0')
  for (const [path, operations] of Object.entries(document.paths)) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
    for (const operation of Object.values(operations)) {
      expect(operation.parameters.filter((one) => one.in === 'path').map((one) => one.name)).toEqual(inPath)
      expect(operation.responses).toHaveProperty('default')
    }
  }
  const names = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
    (match) => match[1],
  )
  expect(names.length).toBeGreaterThan(10)
  for (const name of names) expect(Object.keys(document.components.schemas)).toContain(name)
  expect(document.components.schemas.Vocabulary).toEqual(vocabularyJsonSchema)
})

test('what the routes answer has exactly the keys that the document promises', async () => {
  const { store, home, read, document } = await openDocument()
  const { taskId, write } = await record(store, home, { protocol: 'jsonl', title: 'one' })
  await write([
    ...messageLines(1, 2),
    JSON.stringify({ type: 'usage', scope: 'call', inputTokens: 1, outputTokens: 1 }),
  ])
  const answers: [string, unknown][] = [
    ['Session', await read('/api/session')],
    ['TaskPage', await read('/api/tasks')],
    ['Task', await read(`/api/tasks/${taskId}`)],
    ['EventPage', await read(`/api/tasks/${taskId}/events`)],
    ['OneEvent', await read(`/api/tasks/${taskId}/events/1`)],
    ['OutputPage', await read(`/api/tasks/${taskId}/output`)],
    ['TurnPage', await read(`/api/tasks/${taskId}/turns`)],
    ['Strip', await read(`/api/tasks/${taskId}/spans`)],
    ['FindPage', await read(`/api/tasks/${taskId}/find?q=message`)],
    ['SearchPage', await read('/api/search?q=message')],
    ['UsageTable', await read('/api/usage')],
    ['Error', await read('/api/nothing')],
  ]
  const { tasks } = (await read('/api/tasks')) as { tasks: { recap: unknown }[] }
  const { runs } = (await read(`/api/tasks/${taskId}`)) as { runs: unknown[] }
  const { events } = (await read(`/api/tasks/${taskId}/events`)) as { events: unknown[] }
  const { turns } = (await read(`/api/tasks/${taskId}/turns`)) as { turns: unknown[] }
  const { matches } = (await read(`/api/tasks/${taskId}/find?q=message`)) as { matches: unknown[] }
  const { rows } = (await read('/api/usage')) as { rows: unknown[] }
  answers.push(['Turn', turns[0]], ['Match', matches[0]], ['UsageRow', rows[0]])
  answers.push(['TaskSummary', tasks[0]], ['Recap', tasks[0]?.recap], ['Run', runs[0]], ['Event', events[0]])
  for (const [name, answer] of answers) {
    const shape = document.components.schemas[name]
    expect([name, Object.keys(answer as object).sort()]).toEqual([name, [...(shape?.required ?? [])].sort()])
  }
})
