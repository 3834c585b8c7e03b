import { describe, expect, it } from 'vitest'
import { readRecording } from '../../../test/recordings.ts'
import type { NormalizedEvent } from '../../core/events.ts'
import {
  applyPrompt,
  applyProtocol,
  applyResume,
  foldSession,
  parseLines,
  parseStreamLine,
} from '../../index.ts'

const parse = (line: object, clip?: number): NormalizedEvent[] =>
  parseStreamLine('kimi-json', JSON.stringify(line), clip === undefined ? {} : { clip })
const recorded = (scenario: string) =>
  parseLines('kimi-json', readRecording('kimi-code', '2.1.0', scenario).lines)

describe('Kimi Code', () => {
  it('says its version first and its session last', () => {
    const events = recorded('plain')
    expect(events.map((event) => event.type)).toEqual([
      'session.started',
      'message',
      'session.started',
      'session.ended',
    ])
    const state = foldSession(events, { protocol: 'kimi-json' })
    expect(state).toMatchObject({
      harness: 'kimi-code',
      harnessVersion: '2.1.0',
      status: 'succeeded',
      turns: 1,
    })
    expect(state.sessionId).toMatch(/^session_/)
  })

  it('has calls whose arguments are JSON text, and results without a flag', () => {
    const [call] = recorded('shell').filter((event) => event.type === 'tool.call')
    expect(JSON.parse(String(call?.payload.input))).toMatchObject({
      command: 'cat README.md 2>/dev/null || ls',
    })
    const [failed] = recorded('shell-fail').filter((event) => event.type === 'tool.result')
    expect(failed?.payload).toMatchObject({ isError: null, exitCode: 3 })
    const quoting = {
      role: 'tool',
      tool_call_id: 'x',
      content: 'Command failed with exit code: 3.\nand more',
    }
    expect(parse(quoting)[0]?.payload.exitCode).toBeUndefined()
    const long = {
      id: 'c',
      function: { name: 'Bash', arguments: JSON.stringify({ command: 'x'.repeat(50) }) },
    }
    expect(parse({ role: 'assistant', tool_calls: [long] }, 20)[0]?.payload).toMatchObject({
      input: '{"command":"xxxxxxxx',
      truncated: true,
      originalLength: 64,
    })
  })

  it('has a plan in its calls, unless they only read it', () => {
    expect(foldSession(recorded('todo')).plan).toEqual([
      { text: 'Lire le README', status: 'completed' },
      { text: 'Écrire STREAM.md', status: 'in_progress' },
    ])
    const read = {
      role: 'assistant',
      tool_calls: [{ id: 'c', function: { name: 'TodoList', arguments: '{}' } }],
    }
    expect(parse(read).map((event) => event.type)).toEqual(['tool.call'])
  })

  it('says when it tries again', () => {
    const [notice] = recorded('error-429').filter((event) => event.type === 'raw')
    expect(notice?.payload.notice).toEqual({
      kind: 'retry',
      text: 'Retry 1 of 10 after: 429 Rate limit exceeded, retry later.',
      attempt: 1,
      max: 10,
      delayMs: 1_000,
      code: 429,
    })
  })

  it('is told how to print them, and which session to go on with', () => {
    expect(applyProtocol('kimi -p "Fix it"', 'kimi-json')).toBe(
      'kimi -p "Fix it" --output-format stream-json',
    )
    expect(applyProtocol('kimi -p x --output-format text', 'kimi-json')).toBe(
      'kimi -p x --output-format text',
    )
    expect(applyResume('kimi -p x --continue', 'kimi-json', 'session_1')).toBe('kimi -p x -r session_1')
  })

  it('takes a prompt as an argument, in place of one that is there', () => {
    expect(applyPrompt('kimi -r s', 'kimi-json', "it's")).toBe(`kimi -r s -p 'it'\\''s'`)
    expect(applyPrompt(['kimi', '-p', 'old', '-r', 's'], 'kimi-json', '-new')).toEqual([
      'kimi',
      '-r',
      's',
      '-p',
      ' -new',
    ])
    expect(applyPrompt('kimi', 'kimi-json', '')).toBeNull()
    expect(applyPrompt('codex exec', 'codex-json', 'Fix it')).toBeNull()
  })
})
