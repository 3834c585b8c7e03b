import { appendFileSync, existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { exportTask, importTask, prune, recordRun, replyToTask, runFiles } from '../../src/recorder/index.ts'
import type { Store } from '../../src/store/index.ts'
import { harness, openHome, readRecorded, record } from './recorded.ts'

const sh = (script: string): string[] => ['/bin/sh', '-c', script]
const CONVERSATION = [process.execPath, harness('conversation.mjs'), '--output-format', 'stream-json']

async function exported(store: Store, taskId: string): Promise<string[]> {
  const lines: string[] = []
  for await (const line of exportTask(store, taskId)) lines.push(line)
  return lines
}

it('a task comes back from its file as it was: lines to the letter, events, state, runs', async () => {
  const [from, to] = [await openHome(), await openHome()]
  const options = { command: CONVERSATION, protocol: 'claude-stream', prompt: 'one' }
  const first = await record(from.store, from.home, options)
  const { runId } = await replyToTask(from.store, { home: from.home, taskId: first.task.id, text: 'two' })
  await recordRun(from.store, runId)
  const lines = await exported(from.store, first.task.id)
  expect(await importTask(to.store, lines)).toEqual({ taskId: first.task.id, isNew: true })
  for (const id of [first.run.id, runId]) {
    const [before, after] = [
      await readRecorded(from.store, first.task.id, id),
      await readRecorded(to.store, first.task.id, id),
    ]
    expect(after.lines.map(({ source, offset }) => [offset, source])).toEqual(
      before.lines.map(({ source, offset }) => [offset, source]),
    )
    const told = ({ events }: typeof before) => events.map(({ seq: _seq, tsKind: _kind, ...event }) => event)
    expect(told(after)).toEqual(told(before))
    expect(after.task.state).toEqual(before.task.state)
    const { folder: _folder, ...run } = before.run
    expect(after.run).toMatchObject(run)
  }
  expect(await importTask(to.store, lines)).toEqual({ taskId: first.task.id, isNew: false })
  expect(await exported(to.store, first.task.id)).toEqual(lines)
})

it('lines that are not UTF-8 come back byte for byte', async () => {
  const [from, to] = [await openHome(), await openHome()]
  const { task, run } = await record(from.store, from.home, {
    command: sh("printf 'a\\377b\\n\\nnul\\000x\\n'"),
    protocol: 'jsonl',
  })
  await importTask(to.store, await exported(from.store, task.id))
  const before = await from.store.readLines(run.id, 0, 10)
  expect(await to.store.readLines(run.id, 0, 10)).toEqual(before)
})

it('a file that is none, is newer, broken or hostile is refused, and leaves nothing behind', async () => {
  const [from, to] = [await openHome(), await openHome()]
  const { task } = await record(from.store, from.home, { command: sh('echo hello') })
  const [header = '', ...rest] = await exported(from.store, task.id)
  const bad = [
    [],
    ['no json'],
    [header.replace('"agentStream":1', '"agentStream":2')],
    [header.replaceAll(task.id, '../../../etc')],
    [header, '{"run":9,"ts":1,"offset":0,"line":"x"}'],
    [header, '{"run":1,"ts":1,"offset":-1,"line":"x"}'],
    [header, '{"run":1,"ts":1,"event":{"type":"no.such","payload":{}}}'],
    [header, ...rest, '{"run":1'],
  ]
  for (const lines of bad) {
    await expect(importTask(to.store, lines)).rejects.toMatchObject({ code: 'bad-export' })
    expect((await to.store.listTasks({})).tasks).toEqual([])
  }
  expect(await importTask(to.store, [header, ...rest])).toMatchObject({ isNew: true })
})

it('pruning removes old tasks, and only spools that the store holds to the last byte', async () => {
  const { home, store } = await openHome()
  const text = "printf 'one\\ntwo\\377\\n\\nrest'"
  const whole = await record(store, home, { command: sh(text) })
  const grown = await record(store, home, { command: sh(text) })
  const spoolOf = ({ run }: typeof whole) => runFiles(run.folder ?? '').stdout
  // A process that outlived its harness printed on.
  appendFileSync(spoolOf(grown), 'more\n')
  const options = { tasksBefore: null, spools: true }
  const pruned = { tasks: [], spools: [whole.run.id], bytes: 14, kept: [grown.run.id] }
  expect(await prune(store, { ...options, dryRun: true })).toEqual(pruned)
  expect(existsSync(spoolOf(whole))).toBe(true)
  expect(await prune(store, options)).toEqual(pruned)
  expect([existsSync(spoolOf(whole)), existsSync(spoolOf(grown))]).toEqual([false, true])
  expect(await prune(store, { tasksBefore: Date.now() - 60_000, spools: false })).toMatchObject({ tasks: [] })
  const gone = await prune(store, { tasksBefore: Date.now() + 1, spools: false })
  expect(gone.tasks.sort()).toEqual([whole.task.id, grown.task.id].sort())
  expect((await store.listTasks({})).tasks).toEqual([])
  expect(existsSync(grown.run.folder ?? '')).toBe(false)
})
