import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runFiles } from '../../src/recorder/index.ts'
import { openStore, type RunRecord, storePathOf } from '../../src/store/index.ts'
import { readRecording } from '../recordings.ts'
import { cli, jsonLines, makeHome, ROOT, resultOf, startCli, waitFor } from './cli.ts'

const sh = (script: string): string[] => ['--', '/bin/sh', '-c', script]
const RECORDED = join(ROOT, 'fixtures/recordings/claude/2.1.332/demo-fix-bug.jsonl')

async function onlyRun(home: string): Promise<RunRecord> {
  const store = await openStore(storePathOf(home))
  try {
    const { tasks } = await store.listTasks({})
    const [run, ...others] = (await Promise.all(tasks.map((task) => store.listRuns(task.id)))).flat()
    if (!run || others.length > 0) throw new Error('There is not exactly one run.')
    return run
  } finally {
    await store.close()
  }
}

describe('agent-stream run', () => {
  it.each([
    ['0', sh('exit 0'), 0],
    ['3', sh('exit 3'), 3],
    ['255', sh('exit 255'), 255],
    ['137 for SIGKILL', sh('kill -9 $$'), 137],
    ['143 for SIGTERM', sh('kill -15 $$'), 143],
    ['127 for a program that is not there', ['--', 'no-such-program-here'], 127],
  ])('exits as its harness did: %s', async (_name, command, code) => {
    const home = await makeHome()
    const result = await cli(['run', ...command], { home })
    expect(result).toMatchObject({ code, signal: null })
    if (code === 127) expect(result.stderr).toContain('command not found: no-such-program-here')
  })

  it('records stdout byte for byte, shows a timeline, and says what it took', async () => {
    const home = await makeHome()
    const args = [
      'run',
      '--protocol',
      'claude-json',
      '--prompt',
      'Fix it',
      ...sh(`cat >/dev/null; cat '${RECORDED}'`),
    ]
    const { code, stdout } = await cli(args, { home })
    expect(code).toBe(0)
    expect(stdout).toContain('> Fix it')
    expect(stdout).toMatch(/Run {5}npm test 2>&1 \| tail -20\n.*└ 20 lines/)
    expect(stdout).toMatch(/Edit {4}sum\.js\n.*└ \+1 −1/)
    expect(stdout).toContain('done  96,739 tokens (1,202 out) · $0.098 · 14 turns · 6.6 s\n')
    const run = await onlyRun(home)
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(`agent-stream show ${run.taskId.slice(0, 13)}`)
    const { bytes } = readRecording('claude', '2.1.332', 'demo-fix-bug')
    expect(readFileSync(runFiles(run.folder ?? '').stdout)).toEqual(Buffer.from(bytes))
  })

  it('finds the protocol by the program and adds its flags', async () => {
    const home = await makeHome()
    writeFileSync(join(home, 'claude'), '#!/bin/sh\nprintf "%s\\n" "$@" >&2\n', { mode: 0o755 })
    const env = { PATH: `${home}:${process.env.PATH}` }
    await cli(['run', '--prompt', 'hi', '--', 'claude', '--model', 'haiku'], { home, env })
    const run = await onlyRun(home)
    expect(run.protocol).toBe('claude-json')
    const args = readFileSync(runFiles(run.folder ?? '').stderr, 'utf8')
      .trim()
      .split('\n')
    expect(args.slice(0, 2)).toEqual(['--model', 'haiku'])
    expect(args).toEqual(expect.arrayContaining(['--output-format', 'stream-json', '--verbose']))
  })

  it('takes the prompt from stdin, and --prompt before it', async () => {
    const piped = await cli(['run', ...sh('cat')], { home: await makeHome(), input: 'première\nzweite' })
    expect(piped.stdout).toMatch(/^première\nzweite\n/)
    const given = await cli(['run', '--prompt', 'given', ...sh('cat')], {
      home: await makeHome(),
      input: 'piped',
    })
    expect(given.stdout).toContain('given')
    expect(given.stdout).not.toContain('piped')
  })

  it('prints events as JSON and nothing else with --json', async () => {
    const home = await makeHome()
    const args = [
      'run',
      '--json',
      '--protocol',
      'claude-json',
      '--prompt',
      'Fix it',
      ...sh(`cat '${RECORDED}'`),
    ]
    const { stdout, stderr } = await cli(args, { home })
    const events = jsonLines(stdout) as { seq: number; type: string; run: string }[]
    expect(stderr).toBe('')
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1))
    expect(events[0]).toMatchObject({
      type: 'message',
      payload: { role: 'user', text: 'Fix it' },
      hasSource: false,
    })
    expect(events.at(-1)).toMatchObject({ type: 'session.ended', payload: { status: 'succeeded' } })
  })

  it.each(['none', 'claude-json'])('lets no control sequence of a harness out (%s)', async (protocol) => {
    const home = await makeHome()
    const evil = [
      '\x1b]0;owned\x07',
      '\x1b[31m',
      '\x1bP1;2q\x1b\\',
      '\x07',
      '\x9b2J',
      '\x9d0;x\x9c',
      '\x85',
      '\x1bc',
      '\r',
      '\x7f',
      '\b',
    ]
    const words = evil.map((sequence, index) => `${sequence}word${index}`).join('')
    const line = JSON.stringify({
      type: 'assistant',
      message: { id: 'm', role: 'assistant', content: [{ type: 'text', text: words }] },
      parent_tool_use_id: null,
      session_id: 's',
    })
    const file = join(home, 'printed')
    writeFileSync(file, protocol === 'none' ? `${words}\n` : `${line}\n`)
    const script = protocol === 'none' ? `cat '${file}'; cat '${file}' >&2` : `cat '${file}'`
    const { stdout, stderr } = await cli(['run', '--protocol', protocol, ...sh(script)], { home })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(stdout + stderr).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/)
    for (const index of evil.keys()) expect(stdout).toContain(`word${index}`)
    expect(stdout).not.toContain('owned')
    const json = await cli(['run', '--json', '--protocol', protocol, ...sh(script)], { home })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(json.stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/)
    if (protocol === 'claude-json')
      expect(jsonLines(json.stdout)).toContainEqual(
        expect.objectContaining({ payload: expect.objectContaining({ text: words }) }),
      )
  })

  it('shows stderr of a plain program on stderr, once', async () => {
    const { stdout, stderr } = await cli(['run', ...sh('echo out; printf "why\\nnot" >&2; exit 1')], {
      home: await makeHome(),
    })
    expect(stdout).toMatch(/^out\n/)
    expect(stderr).toBe('why\nnot\n')
    expect(stdout).not.toContain('why')
  })

  it('has no colours with NO_COLOR or without a terminal, and has them when they are forced', async () => {
    const home = await makeHome()
    const coloured = await cli(['run', ...sh('exit 3')], { home, env: { FORCE_COLOR: '1' } })
    expect(coloured.stdout).toContain('\x1b[31m')
    const plain = await cli(['run', ...sh('exit 3')], { home, env: { NO_COLOR: '1', FORCE_COLOR: '1' } })
    expect(plain.stdout).not.toContain('\x1b')
  })

  it('hands the first SIGINT on, stops the harness at the second', async () => {
    const home = await makeHome()
    const harness = `process.on('SIGINT', () => console.log('got it')); process.on('SIGTERM', () => { console.log('bye'); process.exit(9) }); setInterval(() => {}, 1000); console.log('ready')`
    const child = startCli(['run', '--prompt', '', '--', process.execPath, '-e', harness], { home })
    let seen = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      seen += chunk
    })
    const result = resultOf(child)
    await waitFor('the harness', () => (seen.includes('ready') ? true : null))
    child.kill('SIGINT')
    await waitFor('the interrupt', () => (seen.includes('got it') ? true : null))
    child.kill('SIGINT')
    const { code, stderr } = await result
    expect(code).toBe(9)
    expect(seen).toContain('bye')
    expect(stderr).toContain('Press Ctrl-C again to stop it.')
    expect(await onlyRun(home)).toMatchObject({ stoppedBy: 'user', complete: true })
  })

  it('leaves the harness running when its terminal is closed, and the history is completed later', async () => {
    const home = await makeHome()
    const go = join(home, 'go')
    const script = `echo one; while [ -d '${home}' ] && ! [ -e '${go}' ]; do sleep 0.05; done; echo two`
    const child = startCli(['run', '--prompt', '', ...sh(script)], { home })
    let seen = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      seen += chunk
    })
    const result = resultOf(child)
    await waitFor('the first line', () => (seen.includes('one') ? true : null))
    child.kill('SIGHUP')
    expect((await result).code).toBe(129)
    const run = await onlyRun(home)
    expect(run).toMatchObject({ complete: false })
    expect(existsSync(runFiles(run.folder ?? '').exit)).toBe(false)

    const server = startCli(['serve', '--port', '0'], { home })
    const isServing = once(server.stdout ?? server, 'data')
    const served = resultOf(server)
    const shown = resultOf(startCli(['show', run.taskId.slice(0, 18), '--follow'], { home }))
    await cli(['run', '--prompt', '', '--', 'touch', go], { home })
    expect(await shown).toMatchObject({ code: 0, stdout: expect.stringMatching(/^one\ntwo\n/) })
    // Until then nothing of it listens to the signal.
    await isServing
    server.kill('SIGTERM')
    expect((await served).code).toBe(0)
  })

  it('goes on recording when nobody reads any more', async () => {
    const home = await makeHome()
    const child = startCli(
      ['run', '--prompt', '', ...sh('for i in 1 2 3 4 5; do echo $i; sleep 0.1; done; exit 4')],
      { home },
    )
    child.stdout?.once('data', () => child.stdout?.destroy())
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect(code).toBe(4)
    expect(await onlyRun(home)).toMatchObject({ complete: true, cursor: 10 })
  })

  it.each([
    [['run'], 'Nothing to run'],
    [['run', '--protocol', 'nope', '--', 'true'], 'Known protocols: none, claude-json, claude-stream, jsonl'],
    [['run', '--time-limit', 'soon', '--', 'true'], '--time-limit wants a number'],
    [['run', '--spool-limit', '-1', '--', 'true'], '--spool-limit wants a number'],
    [['run', '--bogus', '--', 'true'], "unknown option '--bogus'"],
  ])('calls wrong usage what it is: %j', async (args, message) => {
    const { code, stdout, stderr } = await cli(args, { home: await makeHome() })
    expect(code).toBe(2)
    expect(stderr).toContain(message)
    expect(stderr).not.toContain('    at ')
    expect(stdout).toBe('')
  })

  it('stops a harness that prints more than it may', async () => {
    const home = await makeHome()
    const script = 'while :; do echo too many words; done'
    await cli(['run', '--spool-limit', '0.01', '--json', '--', '/bin/sh', '-c', script], { home })
    const [task] = JSON.parse((await cli(['list', '--json'], { home })).stdout)
    expect(task.status).toBe('failed')
    const shown = (await cli(['show', task.id, '--json'], { home })).stdout
    expect(shown).toContain('"reason":"spool_limit"')
  })

  it('says that a working folder is missing', async () => {
    const { code, stderr } = await cli(['run', '--cwd', '/no/such/folder', '--', 'true'], {
      home: await makeHome(),
    })
    expect(code).toBe(1)
    expect(stderr).toContain('There is no folder /no/such/folder')
  })
})
