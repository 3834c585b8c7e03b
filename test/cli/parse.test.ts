import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AGENT_PROTOCOLS, parseLines } from '../../src/index.ts'
import { readRecording } from '../recordings.ts'
import { cli, jsonLines, makeHome, ROOT } from './cli.ts'

const recording = (name: string): string => join(ROOT, `fixtures/recordings/claude/2.1.332/${name}.jsonl`)

describe('agent-stream parse', () => {
  it.each(['demo-fix-bug', 'hooks', 'huge-bash', 'subagent'])(
    'gives what the library gives (%s)',
    async (name) => {
      const home = await makeHome()
      const { lines } = readRecording('claude', '2.1.332', name)
      const { code, stdout, stderr } = await cli(['parse', '--protocol', 'claude-json', recording(name)], {
        home,
      })
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(jsonLines(stdout)).toEqual(parseLines('claude-json', lines))
    },
  )

  it('finds the protocol by itself, reads stdin, and keeps whole texts when asked', async () => {
    const home = await makeHome()
    const { lines } = readRecording('claude', '2.1.332', 'text-plain')
    const message = { id: 'm', role: 'assistant', content: [{ type: 'text', text: 'x'.repeat(9_000) }] }
    lines.push(JSON.stringify({ type: 'assistant', message, parent_tool_use_id: null, session_id: 's' }))
    const input = lines.join('\n')
    const clipped = await cli(['parse'], { home, input })
    expect(jsonLines(clipped.stdout)).toEqual(parseLines('claude-json', lines))
    const whole = await cli(['parse', '--whole', '-'], { home, input })
    const expected = parseLines('claude-json', lines, undefined, { clip: Number.POSITIVE_INFINITY })
    expect(jsonLines(whole.stdout)).toEqual(expected)
    expect(jsonLines(clipped.stdout)).not.toEqual(expected)
  })

  it('unfolds a session that is one array', async () => {
    const home = await makeHome()
    const { lines } = readRecording('claude', '2.1.332', 'text-bash')
    const input = `[${lines.filter((line) => line !== '').join(' , ')}]`
    const { stdout, stderr } = await cli(['parse'], { home, input })
    expect(stderr).toBe('')
    expect(jsonLines(stdout)).toEqual(parseLines('claude-json', lines))
    expect(jsonLines(stdout).length).toBeGreaterThan(3)
  })

  it('says when it guesses, and shows every line all the same', async () => {
    const { code, stdout, stderr } = await cli(['parse'], {
      home: await makeHome(),
      input: 'no json\n{"type":"odd"}\n',
    })
    expect(code).toBe(0)
    expect(stderr).toContain('No protocol was recognised')
    expect(jsonLines(stdout)).toEqual(parseLines('jsonl', ['no json', '{"type":"odd"}']))
  })

  it('gives nothing for nothing', async () => {
    expect(await cli(['parse'], { home: await makeHome() })).toEqual({
      code: 0,
      signal: null,
      stdout: '',
      stderr: '',
    })
  })

  it('names the known protocols for an unknown one', async () => {
    const { code, stderr } = await cli(['parse', '--protocol', 'nope'], { home: await makeHome() })
    expect(code).toBe(2)
    expect(stderr).toBe(
      `agent-stream: Unknown protocol "nope". Known protocols: ${AGENT_PROTOCOLS.join(', ')}.\n`,
    )
  })

  it('says what is wrong with a file, and where with --verbose', async () => {
    const home = await makeHome()
    const missing = join(home, 'missing')
    const plain = await cli(['parse', missing], { home })
    expect(plain).toMatchObject({ code: 1, stdout: '' })
    expect(plain.stderr).toMatch(/^agent-stream: There is no file .*missing\. Check the path.*\n$/)
    for (const args of [
      ['parse', '--verbose', missing],
      ['--verbose', 'parse', missing],
    ]) {
      expect((await cli(args, { home })).stderr).toMatch(/\n {4}at /)
    }
    expect((await cli(['parse', home], { home })).stderr).toContain('is a folder')
    if (process.getuid?.() === 0) return
    const secret = join(home, 'secret')
    writeFileSync(secret, '{}')
    chmodSync(secret, 0)
    expect((await cli(['parse', secret], { home })).stderr).toContain('may not be read')
  })
})

describe('agent-stream doctor', () => {
  it('tells what a stream is and what it does not know of it', async () => {
    const home = await makeHome()
    const input = `${readFileSync(recording('hooks'), 'utf8')}not json\n{"type":"brand_new"}\n`
    const { code, stdout } = await cli(['doctor', '--json', '-'], { home, input })
    expect(code).toBe(0)
    const report = JSON.parse(stdout)
    expect(report).toMatchObject({
      protocol: 'claude-json',
      isGuess: false,
      harness: 'claude-code',
      harnessVersion: '2.1.332',
      lines: 17,
      notJson: { lines: 1, firstLine: 16 },
      unmapped: [{ kind: 'brand_new', lines: 1, firstLine: 17 }],
    })
    expect(report.neverSeen).toContain('system/api_retry')
    expect(report.neverSeen).not.toContain('assistant')
    const told = await cli(['doctor', '-'], { home, input })
    expect(told.stdout).toContain('claude-json by claude-code 2.1.332')
    expect(told.stdout).toContain('brand_new ×1 (line 17)')
  })
})
