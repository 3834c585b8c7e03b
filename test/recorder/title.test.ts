import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { harness, openHome, record } from './recorded.ts'

const SESSION = 'ef45799e-d353-4d47-9cab-edac253e5cb4'
const COMMAND = [process.execPath, harness('conversation.mjs'), '--output-format', 'stream-json']

/** A folder of Claude Code's with a transcript of the session that the fake harness names. */
function writeTranscript(home: string, title: string): void {
  const folder = join(home, 'claude')
  mkdirSync(join(folder, 'projects/demo'), { recursive: true })
  const line = JSON.stringify({ type: 'ai-title', aiTitle: title, sessionId: SESSION })
  writeFileSync(join(folder, `projects/demo/${SESSION}.jsonl`), `${line}\n`)
  const before = process.env.CLAUDE_CONFIG_DIR
  process.env.CLAUDE_CONFIG_DIR = folder
  onTestFinished(() => {
    if (before === undefined) delete process.env.CLAUDE_CONFIG_DIR
    else process.env.CLAUDE_CONFIG_DIR = before
  })
}

it('a title that the harness keeps outside its stream is found, and a person’s is final', async () => {
  const { home, store } = await openHome()
  writeTranscript(home, 'Make one of two')
  const options = { command: COMMAND, protocol: 'claude-stream', prompt: 'one' }
  const found = await record(store, home, options)
  expect(found.task).toMatchObject({
    title: 'Make one of two',
    titleOrigin: 'agent',
    state: { title: 'Make one of two' },
  })
  expect(found.events.filter((event) => event.type === 'session.title')).toMatchObject([
    { hasSource: false, payload: { title: 'Make one of two', origin: 'agent' } },
  ])
  const named = await record(store, home, { ...options, title: 'Mine' })
  expect(named.task).toMatchObject({ title: 'Mine', titleOrigin: 'human' })
  expect(named.events.some((event) => event.type === 'session.title')).toBe(false)
})
