import { expect, it } from 'vitest'
import { ingestRun, recordRun, startRun } from '../../src/recorder/index.ts'
import { RECORDINGS } from '../recordings.ts'
import { openHome, readRecorded } from './recorded.ts'

const DEMO = `${RECORDINGS}/claude/2.1.332/demo-fix-bug.jsonl`
const sh = (script: string): string[] => ['/bin/sh', '-c', script]

it('a run of an unknown program is read by the protocol that its first lines speak', async () => {
  const { home, store } = await openHome()
  const start = { home, protocol: null, prompt: 'Fix it' }
  const { taskId, runId } = await startRun(store, { ...start, command: sh(`cat ${DEMO}`) })
  await recordRun(store, runId)
  const { run, task, events, lines } = await readRecorded(store, taskId, runId)
  expect([run.protocol, task.protocol]).toEqual(['claude-json', 'claude-json'])
  expect(task.state).toMatchObject({ status: 'succeeded', harness: 'claude-code' })
  expect(events[0]?.payload).toMatchObject({ role: 'user', text: 'Fix it' })
  expect(lines).toHaveLength(37)
})

it.each([
  ['one line without an end', 'printf half'],
  ['nothing', 'true'],
  ['words', 'echo hello'],
  ['JSON that nobody speaks', 'for i in $(seq 30); do echo "{}"; done'],
])('what speaks no protocol is plain output: %s', async (_what, script) => {
  const { home, store } = await openHome()
  const { taskId, runId } = await startRun(store, { home, protocol: null, prompt: '', command: sh(script) })
  await recordRun(store, runId)
  const { run, task } = await readRecorded(store, taskId, runId)
  expect(run).toMatchObject({ protocol: 'none', complete: true, exitCode: 0 })
  expect(task.state?.status).toBe('succeeded')
})

it('waits until enough was printed, whoever ingests', async () => {
  const { home, store } = await openHome()
  const script = `sleep 0.3; cat ${DEMO}`
  const { taskId, runId } = await startRun(store, { home, protocol: null, prompt: '', command: sh(script) })
  expect(await ingestRun(store, runId, { once: true })).toBe('stopped')
  expect((await store.getRun(runId))?.protocol).toBe('none')
  await recordRun(store, runId)
  expect((await readRecorded(store, taskId, runId)).task.protocol).toBe('claude-json')
})
