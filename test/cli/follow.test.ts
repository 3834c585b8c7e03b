import { appendFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openStore, storePathOf } from '../../src/store/index.ts'
import { readRecording } from '../recordings.ts'
import { cli, makeHome, resultOf, startCli, waitFor } from './cli.ts'

const line = (text: string): string => `${JSON.stringify({ type: 'message', role: 'assistant', text })}\n`

async function textsIn(home: string): Promise<unknown[]> {
  const store = await openStore(storePathOf(home))
  try {
    const { tasks } = await store.listTasks({})
    const [task] = tasks
    if (!task) return []
    const { events } = await store.readEvents({ taskId: task.id })
    return events.flatMap(({ type, payload }) => (type === 'message' ? [payload.text] : []))
  } finally {
    await store.close()
  }
}

describe('agent-stream follow', () => {
  it('records a file that comes late, is rotated and is cut short, each line once', async () => {
    const home = await makeHome()
    const file = join(home, 'stream.jsonl')
    const child = startCli(['follow', file, '--protocol', 'jsonl'], { home })
    const result = resultOf(child)
    const until = (texts: string[]) =>
      waitFor(texts.at(-1) ?? '', async () => ((await textsIn(home)).length >= texts.length ? true : null))
    await new Promise((resolve) => setTimeout(resolve, 300))
    writeFileSync(file, line('one'))
    await until(['one'])
    appendFileSync(file, `${line('two')}{"half`)
    await until(['one', 'two'])
    renameSync(file, `${file}.1`)
    writeFileSync(file, line('three'))
    await until(['one', 'two', 'three'])
    truncateSync(file, 0)
    appendFileSync(file, line('4'))
    await until(['one', 'two', 'three', '4'])
    child.kill('SIGINT')
    expect((await result).code).toBe(0)
    expect(await textsIn(home)).toEqual(['one', 'two', 'three', '4'])
  })

  it('records what is piped in, and finds its protocol', async () => {
    const home = await makeHome()
    const { bytes } = readRecording('claude', '2.1.332', 'demo-fix-bug')
    const { code, stdout } = await cli(['follow', '-'], { home, input: bytes })
    expect(code).toBe(0)
    expect(stdout).toContain('done  96,739 tokens (1,202 out)')
    const plain = await cli(['follow', '-'], { home, input: 'just text\n' })
    expect(plain.stdout).toContain('just text')
    expect((await cli(['follow', '-'], { home, input: '' })).stderr).toContain('Nothing was written to stdin')
  })
})
