import { describe, expect, it } from 'vitest'
import type { NormalizedEvent } from '../../core/events.ts'
import {
  applyProtocol,
  applyResume,
  detectProtocol,
  foldSession,
  joinFragments,
  parseLines,
  parseStreamLine,
} from '../../index.ts'

const INIT = {
  type: 'system',
  subtype: 'init',
  session_id: 'c-1',
  model: 'Claude 5 Sonnet',
  cwd: '/workspace/demo',
  permissionMode: 'default',
}
const parse = (line: object): NormalizedEvent[] =>
  parseStreamLine('cursor-json', JSON.stringify({ session_id: 'c-1', ...line }))
const call = (subtype: string, tool_call: object) =>
  parse({ type: 'tool_call', subtype, call_id: 'call\n1', tool_call })
const assistant = (text: string, more: object = {}) => ({
  type: 'assistant',
  message: { role: 'assistant', content: [{ type: 'text', text }] },
  ...more,
})

describe('cursor-agent, by its documentation', () => {
  it('starts, and ends with its words and duration', () => {
    expect(parse(INIT)[0]?.payload).toEqual({
      harness: 'cursor-agent',
      model: 'Claude 5 Sonnet',
      contextWindow: null,
      cwd: '/workspace/demo',
      sessionId: 'c-1',
      tools: null,
    })
    const result = { type: 'result', subtype: 'success', is_error: false, duration_ms: 900, result: 'Done.' }
    expect(parse(result)).toMatchObject([
      { type: 'usage', payload: { scope: 'session', inputTokens: null, durationMs: 900 } },
      { type: 'session.ended', payload: { status: 'succeeded', summary: 'Done.' } },
    ])
    expect(parse({ ...result, is_error: true })[1]?.payload.status).toBe('failed')
  })

  it('tells pieces from what repeats them', () => {
    const lines = [
      assistant('Two fi', { timestamp_ms: 1 }),
      assistant('les.', { timestamp_ms: 2 }),
      assistant('Two files.', { timestamp_ms: 3, model_call_id: 'm' }),
      assistant('Two files.'),
    ].map((line) => JSON.stringify(line))
    const events = parseLines('cursor-json', lines)
    expect(joinFragments(events).map((event) => event.payload.text)).toEqual(['Two files.'])
    expect(events.map((event) => event.ts)).toEqual([1, 2, undefined])
  })

  it('has calls by the key of their tool, with results by how they went', () => {
    expect(call('started', { readToolCall: { args: { path: 'a.ts' } } })).toEqual([
      {
        type: 'tool.call',
        payload: { callId: 'call\n1', name: 'read', input: '{"path":"a.ts"}', truncated: false },
      },
    ])
    const done = (result: object) => call('completed', { shellToolCall: { args: { command: 'x' }, result } })
    expect(
      done({ success: { stdout: 'out', stderr: 'err', exitCode: 0, executionTime: 12 } })[0]?.payload,
    ).toEqual({
      callId: 'call\n1',
      isError: false,
      output: 'out\nerr',
      truncated: false,
      exitCode: 0,
      durationMs: 12,
    })
    expect(done({ failure: { stdout: '', stderr: 'bad', exitCode: 3 } })[0]?.payload).toMatchObject({
      isError: true,
      exitCode: 3,
    })
    expect(done({ error: { errorMessage: 'no such file' } })[0]?.payload).toMatchObject({
      isError: true,
      output: 'no such file',
    })
    expect(done({ rejected: { reason: 'not allowed' } })).toMatchObject([
      { type: 'tool.result', payload: { isError: true, output: 'not allowed' } },
      {
        type: 'raw',
        payload: { notice: { kind: 'denied', callId: 'call\n1', tool: 'shell', why: 'not allowed' } },
      },
    ])
    const mcp = { args: { providerIdentifier: 'demo', toolName: 'echo', args: { text: 'x' } } }
    expect(call('started', { mcpToolCall: mcp })[0]?.payload).toMatchObject({
      name: 'mcp__demo__echo',
      input: '{"text":"x"}',
    })
    const named = { name: 'odd', arguments: '{"a":1}' }
    expect(call('started', { function: named })[0]?.payload).toMatchObject({ name: 'odd', input: '{"a":1}' })
  })

  it('has a plan, thinking and echoes', () => {
    const todos = [
      { content: 'Read', status: 'TODO_STATUS_COMPLETED' },
      { content: 'Write', status: 'in_progress' },
    ]
    const events = call('started', { updateTodosToolCall: { args: { todos } } })
    expect(foldSession(events).plan).toEqual([
      { text: 'Read', status: 'completed' },
      { text: 'Write', status: 'in_progress' },
    ])
    expect(parse({ type: 'thinking', subtype: 'delta', text: 'Hm' })[0]?.payload).toMatchObject({
      text: 'Hm',
      delta: true,
    })
    expect(parse({ type: 'thinking', subtype: 'completed' })).toEqual([])
    const user = { type: 'user', message: { role: 'user', content: [{ type: 'text', text: 'Hi' }] } }
    expect(parse(user)[0]?.payload).toMatchObject({ role: 'user', origin: 'echo' })
    expect(parse({ type: 'system', subtype: 'new' })[0]?.type).toBe('raw')
  })

  it('is known by its own lines, and told how to print them', () => {
    expect(detectProtocol([JSON.stringify(INIT)])).toBe('cursor-json')
    expect(applyProtocol('cursor-agent "Fix it"', 'cursor-json')).toBe(
      'cursor-agent "Fix it" -p --output-format stream-json',
    )
    expect(applyProtocol('cursor-agent -p --output-format text', 'cursor-json')).toBe(
      'cursor-agent -p --output-format text',
    )
    expect(applyResume('cursor-agent -p --continue', 'cursor-json', 'c-1')).toBe(
      'cursor-agent -p --resume c-1',
    )
  })
})
