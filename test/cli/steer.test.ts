import { describe, expect, it } from 'vitest'
import { openStore, storePathOf } from '../../src/store/index.ts'
import { harness } from '../recorder/recorded.ts'
import { cli, jsonLines, makeHome, waitFor } from './cli.ts'

const CONVERSATION = [process.execPath, harness('conversation.mjs'), '--output-format', 'stream-json']
const START = ['run', '--protocol', 'claude-stream', '--detach', '--json', '--keep-open']

/** A conversation that was started and left to itself. */
async function detach(home: string, prompt: string): Promise<{ task: string; run: string }> {
  const { code, stdout } = await cli([...START, '--prompt', prompt, '--', ...CONVERSATION], { home })
  expect(code).toBe(0)
  return JSON.parse(stdout)
}

const statusOf = async (home: string, task: string): Promise<string> => {
  await cli(['show', task, '--json'], { home })
  const { stdout } = await cli(['list', '--json'], { home })
  return JSON.parse(stdout).find((one: { id: string }) => one.id === task)?.status
}

describe('a run that is left to itself', () => {
  it('is read up by who looks at it, takes words, and is stopped', async () => {
    const home = await makeHome()
    const { task } = await detach(home, 'one')
    await waitFor('the first answer', async () => ((await statusOf(home, task)) === 'waiting' ? true : null))
    const reply = await cli(['reply', task, 'two', 'words'], { home })
    expect(reply.code).toBe(0)
    expect(reply.stdout).toContain('> two words')
    expect(reply.stdout).toContain('heard two words')
    expect(reply.stdout).not.toContain('heard one')
    expect((await cli(['stop', task], { home })).stdout).toMatch(/^Stopped one\n/)
    expect(await cli(['stop', task], { home })).toMatchObject({ code: 1, stdout: '' })
    const shown = jsonLines((await cli(['show', task, '--json'], { home })).stdout)
    expect(shown).toHaveLength(new Set(shown.map((event) => (event as { seq: number }).seq)).size)
    const again = await cli(['reply', task], { home, input: 'three\n' })
    expect(again.stdout).toContain('heard three')
    const store = await openStore(storePathOf(home))
    expect((await store.listRuns(task)).map((run) => run.complete)).toEqual([true, true])
    await store.close()
  })

  it('shows what it asks, and is answered', async () => {
    const home = await makeHome()
    const { task } = await detach(home, 'ask')
    await waitFor('the request', async () => ((await statusOf(home, task)) === 'needs-input' ? true : null))
    const asked = await cli(['answer', task], { home })
    expect(asked.stdout).toMatch(/Permission needed.*\n.*"ls".*\n {2}allow {2}Allow\n {2}deny {2}Deny\n/)
    expect((await cli(['answer', task, 'perhaps'], { home })).code).toBe(1)
    expect((await cli(['answer', task, 'allow'], { home })).code).toBe(0)
    await waitFor('the end of the turn', async () =>
      (await statusOf(home, task)) === 'waiting' ? true : null,
    )
    expect((await cli(['answer', task], { home })).stderr).toContain('asks nothing')
    await cli(['stop', task], { home })
  })

  it('is interrupted in its turn and goes on', async () => {
    const home = await makeHome()
    const { task } = await detach(home, 'wait')
    await waitFor('the turn', async () => ((await statusOf(home, task)) === 'running' ? true : null))
    expect((await cli(['interrupt', task], { home })).stdout).toMatch(/^Interrupted wait\n/)
    await waitFor('the interruption', async () => ((await statusOf(home, task)) === 'waiting' ? true : null))
    expect((await cli(['reply', task, 'on'], { home })).stdout).toContain('heard on')
    await cli(['stop', task], { home })
  })
})

describe('an agent that is spoken to', () => {
  const agent = ['--protocol', 'acp', '--', process.execPath, harness('acp-agent.mjs'), '--deaf']

  it('runs to its end, with a file, and a policy that answers', async () => {
    const home = await makeHome()
    const words = ['--prompt', 'ask', '--permissions', 'deny', '--file', harness('acp-agent.mjs')]
    const { code, stdout } = await cli(['run', '--cwd', home, ...words, ...agent], { home })
    expect(stdout).toContain('asked: no')
    // The agent goes on after the end of its input, and is ended.
    expect(code).toBe(0)
    expect(await cli(['run', '--permissions', 'perhaps', ...agent], { home })).toMatchObject({ code: 2 })
    expect(await cli(['run', '--file', 'no-such-file', ...agent], { home })).toMatchObject({ code: 2 })
  })

  it('has heard its words before the command line leaves it to itself', async () => {
    const home = await makeHome()
    const start = ['run', '--detach', '--json', '--keep-open', '--cwd', home, '--prompt', 'one']
    const { task } = JSON.parse((await cli([...start, ...agent], { home })).stdout)
    await waitFor('the answer', async () => ((await statusOf(home, task)) === 'waiting' ? true : null))
    await cli(['reply', task, '--detach', 'two'], { home })
    const heard = async () => (await cli(['show', task], { home })).stdout
    await waitFor('the next answer', async () => ((await heard()).includes('heard two') ? true : null))
    await cli(['stop', task], { home })
  })
})
