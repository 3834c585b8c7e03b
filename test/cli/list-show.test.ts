import { describe, expect, it } from 'vitest'
import { createId, openStore, storePathOf } from '../../src/store/index.ts'
import { cli, jsonLines, makeHome, ROOT } from './cli.ts'

const RECORDED = `${ROOT}fixtures/recordings/claude/2.1.332/demo-fix-bug.jsonl`

describe('agent-stream list and show', () => {
  it('lists what was run, newest first, and shows it by the start of its id', async () => {
    const home = await makeHome()
    expect((await cli(['list'], { home })).stdout).toMatch(
      /^No tasks yet\. Record one with: agent-stream run/,
    )
    await cli(['run', '--title', 'First \x1b[31mtask', '--', 'sh', '-c', 'exit 3'], { home })
    const run = [
      'run',
      '--json',
      '--prompt',
      'Fix it',
      '--protocol',
      'claude-json',
      '--',
      'sh',
      '-c',
      `cat '${RECORDED}'`,
    ]
    const printed = jsonLines((await cli(run, { home })).stdout)

    const { stdout } = await cli(['list'], { home })
    const [head, second, first] = stdout.split('\n')
    expect(head).toMatch(/^TASK +AGE +STATUS +HARNESS +TITLE +TOKENS +COST$/)
    expect(second).toMatch(/^[0-9a-f-]{13} +now +done +claude-code +Fix it +96\.7k +\$0\.098$/)
    expect(first).toMatch(/^[0-9a-f-]{13} +now +failed +none +First task +— +—$/)
    expect(stdout).not.toContain('\x1b')

    const tasks = JSON.parse((await cli(['list', '--json'], { home })).stdout)
    expect(tasks).toMatchObject([
      { status: 'succeeded', harness: 'claude-code', recap: { outputTokens: 1202, turns: 14 } },
      { status: 'failed', harness: null, protocol: 'none' },
    ])
    expect(JSON.parse((await cli(['list', '--json', '--limit', '1'], { home })).stdout)).toHaveLength(1)
    expect(JSON.parse((await cli(['list', '--json', '--status', 'failed'], { home })).stdout)).toHaveLength(1)

    const shortId = second?.slice(0, 13) ?? ''
    const shown = await cli(['show', shortId], { home })
    expect(shown.stdout).toContain('Run     npm test 2>&1 | tail -20')
    expect(shown.stdout).toMatch(/\ndone {2}96,739 tokens/)
    expect(jsonLines((await cli(['show', '--json', tasks[0].id], { home })).stdout)).toEqual(printed)
  })

  it('says when no task or more than one has such an id', async () => {
    const home = await makeHome()
    const store = await openStore(storePathOf(home))
    const at = 1_796_000_000_000
    for (const createdAt of [at, at + 1]) {
      const task = { title: null, titleOrigin: null, protocol: 'none', createdAt }
      await store.createTask({ id: createId(createdAt), ...task })
    }
    const prefix = ((await store.listTasks({})).tasks[0]?.id ?? '').slice(0, 8)
    await store.close()
    const several = await cli(['show', prefix], { home })
    expect(several).toMatchObject({ code: 1, stdout: '' })
    expect(several.stderr).toContain('Give more of the id')
    const none = await cli(['show', 'ffffffff'], { home })
    expect(none).toMatchObject({ code: 1, stdout: '' })
    expect(none.stderr).toContain('There is no task "ffffffff"')
    expect(none.stderr).toContain('agent-stream list')
  })

  it.each([
    [['list', '--limit', 'many'], '--limit wants a whole number'],
    [['list', '--status', 'nope'], 'Known statuses: starting, running, needs-input'],
    [['show'], "missing required argument 'task'"],
    [['lst'], 'Did you mean list?'],
  ])('calls wrong usage what it is: %j', async (args, message) => {
    const { code, stderr } = await cli(args, { home: await makeHome() })
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })

  it('refuses a store of a newer version, and says what to do', async () => {
    const home = await makeHome()
    await cli(['list'], { home })
    const { openDatabase } = await import('../../src/store/engine.ts')
    const database = await openDatabase(storePathOf(home))
    database.exec("update meta set value = '99' where key = 'format'")
    database.close()
    for (const args of [['list'], ['run', '--', 'true'], ['serve', '--port', '0']]) {
      const { code, stdout, stderr } = await cli(args, { home })
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(/^agent-stream: The store .* has format 99.*Update agent-stream.*\n$/)
    }
  })

  it('says that the store is locked', async () => {
    const home = await makeHome()
    await cli(['list'], { home })
    const { openDatabase } = await import('../../src/store/engine.ts')
    const database = await openDatabase(storePathOf(home))
    database.exec('begin immediate')
    const { code, stderr } = await cli(['run', '--', 'true'], { home })
    database.exec('rollback')
    database.close()
    expect(code).toBe(1)
    expect(stderr).toMatch(/^agent-stream: The store .* is locked\. Another process .*\n$/)
  })

  it('has help for every command', async () => {
    const home = await makeHome()
    const { stdout } = await cli(['--help'], { home })
    for (const name of ['run', 'parse', 'serve', 'list', 'show', 'doctor']) {
      expect(stdout).toContain(`  ${name} `)
      const help = await cli([name, '--help'], { home })
      expect(help).toMatchObject({ code: 0, stderr: '' })
      expect(help.stdout).toContain('--json')
      expect(help.stdout).toContain('--verbose')
    }
  })
})
