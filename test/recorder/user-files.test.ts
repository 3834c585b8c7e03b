import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { expect, it } from 'vitest'
import {
  exportTask,
  importTask,
  recordRun,
  replyToTask,
  startRun,
  type UserFile,
} from '../../src/recorder/index.ts'
import { readProcesses } from '../../src/recorder/run-folder.ts'
import type { Store } from '../../src/store/index.ts'
import { harness, openHome, readRecorded, record } from './recorded.ts'

/** The smallest picture: one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const PICTURE: UserFile = { name: 'dot.gif', mediaType: null, bytes: PIXEL }
const NOTES: UserFile = {
  name: '../../notes.txt',
  mediaType: 'text/plain',
  bytes: Buffer.from('Look here.\n'),
}
const idOf = ({ bytes }: UserFile) => `sha256-${createHash('sha256').update(bytes).digest('hex')}`

/** A harness that prints what it reads. */
const ECHO = ['/bin/sh', '-c', 'cat']

async function filesOf(store: Store, taskId: string, runId: string): Promise<unknown[]> {
  const { events } = await readRecorded(store, taskId, runId)
  return events.flatMap(({ payload, hasSource }) => (payload.files && !hasSource ? [payload.files] : []))
}

it('files of a prompt are handed over by their path, stored once, and readable by nobody else', async () => {
  const { home, store } = await openHome()
  const { task, run, events, lines } = await record(store, home, {
    command: ECHO,
    prompt: 'See.',
    files: [PICTURE, NOTES],
  })
  const heard = lines.map(({ source }) => source)
  expect(heard.slice(0, 3)).toEqual(['See.', '', 'Attached files:'])
  const paths = heard.slice(3).map((line) => String(line).slice(2))
  expect(paths.map((path) => readFileSync(path))).toEqual([PICTURE, NOTES].map(({ bytes }) => bytes))
  for (const path of paths) {
    expect(path.startsWith(`${run.folder}/files/`)).toBe(true)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  }
  expect(statSync(`${run.folder}/files`).mode & 0o777).toBe(0o700)
  expect(events[0]?.payload).toMatchObject({
    text: 'See.',
    files: [
      { id: idOf(PICTURE), name: 'dot.gif', mediaType: 'image/gif', bytes: PIXEL.length },
      { id: idOf(NOTES), name: 'notes.txt', mediaType: 'text/plain', bytes: 11 },
    ],
  })
  expect(await store.getAttachment(idOf(NOTES))).toMatchObject({ bytes: Uint8Array.from(NOTES.bytes) })
  await store.removeTask(task.id)
  expect(await store.getAttachment(idOf(NOTES))).toBeNull()
})

it('pictures go into the line where the protocol takes them', async () => {
  const { home, store } = await openHome()
  const start = { home, command: ECHO, protocol: 'claude-stream', prompt: 'one', files: [PICTURE] }
  const { taskId, runId } = await startRun(store, { ...start, keepOpen: true })
  const recorded = recordRun(store, runId)
  await replyToTask(store, { home, taskId, text: 'two', files: [PICTURE, NOTES] })
  await expect.poll(async () => (await store.readLines(runId, 0, 10)).length).toBe(2)
  const lines = (await store.readLines(runId, 0, 10)).map(({ source }) => JSON.parse(String(source)))
  const image = {
    type: 'image',
    source: { type: 'base64', media_type: 'image/gif', data: PIXEL.toString('base64') },
  }
  expect(lines[0].message.content).toEqual([{ type: 'text', text: 'one' }, image])
  expect(lines[1].message.content).toEqual([
    { type: 'text', text: expect.stringMatching(/^two\n\nAttached files:\n- .*-notes\.txt\n$/) },
    image,
  ])
  expect(await filesOf(store, taskId, runId)).toMatchObject([
    [{ id: idOf(PICTURE) }],
    [{ id: idOf(PICTURE) }, { id: idOf(NOTES) }],
  ])
  process.kill(-(await groupOf(store, runId)), 'SIGKILL')
  await recorded
})

async function groupOf(store: Store, runId: string): Promise<number> {
  const pid = readProcesses((await store.getRun(runId))?.folder ?? '')?.harness.pid
  if (pid === undefined) throw new Error(`Run ${runId} has no process.`)
  return pid
}

it('a client says them too', async () => {
  const { home, store } = await openHome()
  const { task, run } = await record(store, home, {
    command: [process.execPath, harness('acp-agent.mjs')],
    protocol: 'acp',
    prompt: 'one',
    files: [PICTURE],
    cwd: home,
  })
  const { events } = await readRecorded(store, task.id, run.id)
  expect(events.map(({ payload }) => payload.text)).toContain('heard one and 1 picture')
})

it('are in the exported file, and come back with it', async () => {
  const { home, store } = await openHome()
  const { task } = await record(store, home, { command: ECHO, prompt: 'See.', files: [NOTES] })
  const exported: string[] = []
  for await (const line of exportTask(store, task.id)) exported.push(line)
  const other = await openHome()
  await importTask(other.store, exported)
  expect(await other.store.getAttachment(idOf(NOTES))).toMatchObject({ bytes: Uint8Array.from(NOTES.bytes) })
  const again: string[] = []
  for await (const line of exportTask(other.store, task.id)) again.push(line)
  expect(again).toEqual(exported)
})
