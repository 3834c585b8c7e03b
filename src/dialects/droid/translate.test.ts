import { describe, expect, it } from 'vitest'
import type { NormalizedEvent } from '../../core/events.ts'
import { applyProtocol, applyResume, detectProtocol, foldSession, parseStreamLine } from '../../index.ts'

const INIT = {
  type: 'system',
  subtype: 'init',
  cwd: '/w',
  session_id: 'd-1',
  tools: ['LS'],
  model: 'm',
  reasoning_effort: 'low',
}
const parse = (line: object): NormalizedEvent[] => parseStreamLine('droid-json', JSON.stringify(line))

describe('droid, by its documentation', () => {
  it('starts, speaks, calls tools and completes', () => {
    const events = [
      INIT,
      { type: 'message', role: 'user', id: 'm0', text: 'List', timestamp: 1_796_000_000_000 },
      {
        type: 'tool_call',
        id: 'call_1',
        messageId: 'm1',
        toolId: 'LS',
        toolName: 'LS',
        parameters: { directory_path: '/w' },
      },
      { type: 'tool_result', id: 'call_1', toolId: 'LS', isError: false, value: 'a.ts' },
      { type: 'message', role: 'assistant', id: 'm2', text: 'One file.' },
      { type: 'completion', finalText: 'One file.', numTurns: 2, durationMs: 3_000, session_id: 'd-1' },
    ].flatMap(parse)
    expect(events.map((event) => event.type)).toEqual([
      'session.started',
      'message',
      'tool.call',
      'tool.result',
      'message',
      'usage',
      'session.ended',
    ])
    const state = foldSession(events, { protocol: 'droid-json' })
    expect(state).toMatchObject({
      harness: 'droid',
      sessionId: 'd-1',
      status: 'succeeded',
      summary: 'One file.',
      openCalls: [],
    })
    expect(state.usage).toMatchObject({ turns: 2, durationMs: 3_000, inputTokens: null })
    expect(events[1]?.payload.origin).toBe('echo')
  })

  it('has a plan where its list is one, and results of any shape', () => {
    const todos = [{ content: 'Read', status: 'completed' }]
    const call = {
      type: 'tool_call',
      id: 'c',
      toolId: 'TodoWrite',
      toolName: 'TodoWrite',
      parameters: { todos },
    }
    expect(parse(call)[1]).toEqual({
      type: 'plan',
      payload: { steps: [{ text: 'Read', status: 'completed' }] },
    })
    const result = { type: 'tool_result', id: 'c', isError: true, value: { why: 'x' } }
    expect(parse(result)[0]?.payload).toMatchObject({ isError: true, output: '{"why":"x"}' })
  })

  it('fails by its exit, with the words of its error', () => {
    const events = parse({ type: 'error', message: 'Authentication failed' })
    const exit = { exitCode: 1, signal: null, stoppedBy: null }
    expect(foldSession(events, { protocol: 'droid-json', exit })).toMatchObject({
      status: 'failed',
      reason: 'Authentication failed',
    })
  })

  it('is known by its own lines, and told how to print them', () => {
    expect(detectProtocol([JSON.stringify(INIT)])).toBe('droid-json')
    expect(applyProtocol('droid exec "Fix"', 'droid-json')).toBe(
      'droid exec "Fix" --output-format stream-json',
    )
    expect(applyProtocol('droid exec -o json', 'droid-json')).toBe('droid exec -o json')
    expect(applyResume('droid exec -s old', 'droid-json', 'd-1')).toBe('droid exec -s d-1')
  })
})
