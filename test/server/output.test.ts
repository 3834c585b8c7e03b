import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createApp, type OutputPage } from '../../src/server/index.ts'
import { openTestStore, record } from './recorded-store.ts'

async function openTask(protocol = 'none') {
  const { store, home } = await openTestStore()
  const task = await record(store, home, { protocol })
  const app = createApp({ store, version: '0' })
  const read = async (after?: string) => {
    const response = await app.request(
      `/api/tasks/${task.taskId}/output${after === undefined ? '' : `?after=${after}`}`,
    )
    expect(response.status).toBe(200)
    return (await response.json()) as OutputPage
  }
  const readAll = async (from?: string) => {
    const pages: OutputPage[] = []
    let after = from
    do {
      const page = await read(after)
      pages.push(page)
      after = page.next
    } while (pages.at(-1)?.hasMore)
    return pages
  }
  return { app, home, task, read, readAll, stderr: join(task.folder, 'stderr') }
}

const textOf = (pages: OutputPage[], stream: string) =>
  pages
    .flatMap((page) => page.output)
    .filter((chunk) => chunk.stream === stream)
    .map((chunk) => chunk.text)
    .join('')

test('gives stdout and stderr as text, and each part once', async () => {
  const { task, read, stderr } = await openTask()
  expect(await read()).toMatchObject({ output: [], hasMore: false })
  await task.write(['one', '', '50%\r100%'])
  await writeFile(stderr, 'warning\n')
  const first = await read()
  expect(first).toEqual({
    output: [
      { run: task.runId, stream: 'stdout', text: 'one\n\n50%\r100%\n', ts: expect.any(Number) },
      { run: task.runId, stream: 'stderr', text: 'warning\n', ts: null },
    ],
    next: expect.any(String),
    hasMore: false,
  })
  expect((await read(first.next)).output).toEqual([])
  await task.write(['two'])
  await appendFile(stderr, 'again\n')
  const second = await read(first.next)
  expect(second.output.map((chunk) => chunk.text)).toEqual(['two\n', 'again\n'])
  expect((await read(second.next)).output).toEqual([])
})

test('goes through any amount in pages of bounded size', async () => {
  const { task, readAll, stderr } = await openTask()
  const lines = Array.from({ length: 30_000 }, (_, index) => `line ${index} ${'.'.repeat(50)}`)
  await task.write(lines)
  const errors = 'é€😀'.repeat(200_000)
  await writeFile(stderr, errors)
  await task.end()
  const pages = await readAll()
  expect(textOf(pages, 'stdout')).toBe(`${lines.join('\n')}\n`)
  expect(textOf(pages, 'stderr')).toBe(errors)
  expect(pages.length).toBeGreaterThan(4)
  for (const page of pages) expect(JSON.stringify(page).length).toBeLessThan(1_000_000)
})

test('a character that is only half written waits for its other half', async () => {
  const { task, read, stderr } = await openTask()
  const bytes = Buffer.from('a😀b')
  await writeFile(stderr, bytes.subarray(0, 3))
  const first = await read()
  expect(first.output.map((chunk) => chunk.text)).toEqual(['a'])
  await appendFile(stderr, bytes.subarray(3))
  const second = await read(first.next)
  expect(second.output.map((chunk) => chunk.text)).toEqual(['😀b'])
  await appendFile(stderr, Uint8Array.of(0xff, 0xf0, 0x9f))
  await task.end()
  expect((await read(second.next)).output.map((chunk) => chunk.text)).toEqual(['\ufffd\ufffd'])
})

test('bytes that are not UTF-8 are shown as U+FFFD', async () => {
  const { task, read } = await openTask()
  await task.write([Uint8Array.of(0x61, 0xff, 0x62), 'ok'])
  expect((await read()).output.map((chunk) => chunk.text)).toEqual(['a\ufffdb\nok\n'])
})

test('goes on with the next run, and still gives what an earlier one says late', async () => {
  const { task, read } = await openTask()
  await task.write(['first'])
  const next = await task.nextRun()
  await next.write(['second'])
  const page = await read()
  expect(page.output.map((chunk) => [chunk.run, chunk.text])).toEqual([
    [task.runId, 'first\n'],
    [next.runId, 'second\n'],
  ])
  await task.write(['late'])
  await task.end()
  const later = await read(page.next)
  expect(later.output.map((chunk) => [chunk.run, chunk.text])).toEqual([[task.runId, 'late\n']])
  await next.end()
  const third = await task.nextRun()
  await third.write(['third'])
  expect((await read(later.next)).output.map((chunk) => chunk.text)).toEqual(['third\n'])
})

test.each(['x', '1', '0_1.2', '-1', '1_1.2.3.4', '99999999999'])(
  'a position that we never gave (%s) is 400',
  async (after) => {
    const { app, task } = await openTask()
    const response = await app.request(`/api/tasks/${task.taskId}/output?after=${after}`)
    // A bare number is a position: of a task whose first runs are all over.
    expect(response.status).toBe(after === '1' ? 200 : 400)
  },
)
