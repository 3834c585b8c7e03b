import { describe, expect, it } from 'vitest'
import type { NormalizedEvent } from '../../core/events.ts'
import { applyProtocol, applyResume, detectProtocol, foldSession, parseStreamLine } from '../../index.ts'

const THREAD = 'T-0b1c'
const INIT = {
  type: 'system',
  subtype: 'init',
  session_id: THREAD,
  cwd: '/w',
  tools: ['Bash'],
  mcp_servers: [],
}
const ASSISTANT = {
  type: 'assistant',
  session_id: THREAD,
  parent_tool_use_id: null,
  message: {
    role: 'assistant',
    content: [
      {
        type: 'tool_use',
        id: 'c',
        name: 'todo_write',
        input: { todos: [{ content: 'Read', status: 'completed' }] },
      },
    ],
    usage: { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 3, max_tokens: 200_000 },
  },
}
const RESULT = {
  type: 'result',
  subtype: 'success',
  session_id: THREAD,
  is_error: false,
  num_turns: 1,
  duration_ms: 9,
  result: 'Ok',
}
const parse = (line: object): NormalizedEvent[] => parseStreamLine('amp-json', JSON.stringify(line))

describe('amp, by its documentation', () => {
  it('starts, calls tools, counts each call, and ends', () => {
    const answer = { type: 'tool_result', tool_use_id: 'c', content: 'Done', is_error: false }
    const user = { type: 'user', session_id: THREAD, message: { role: 'user', content: [answer] } }
    const state = foldSession([INIT, ASSISTANT, user, RESULT].flatMap(parse), { protocol: 'amp-json' })
    expect(state).toMatchObject({
      harness: 'amp',
      sessionId: THREAD,
      status: 'succeeded',
      summary: 'Ok',
      openCalls: [],
      plan: [{ text: 'Read', status: 'completed' }],
    })
    expect(state.usage).toMatchObject({ inputTokens: 10, outputTokens: 5, cacheReadTokens: 3, turns: 1 })
  })

  it('fails with what it says', () => {
    const failed = {
      ...RESULT,
      subtype: 'error_during_execution',
      is_error: true,
      result: undefined,
      error: 'No credit',
    }
    expect(foldSession(parse(failed), { protocol: 'amp-json' })).toMatchObject({
      status: 'failed',
      summary: 'No credit',
    })
  })

  it('is known by its thread, and is not taken for the program that it is like', () => {
    expect(detectProtocol([JSON.stringify(INIT)])).toBe('amp-json')
    expect(detectProtocol([JSON.stringify(ASSISTANT)])).toBe('amp-json')
    expect(detectProtocol([JSON.stringify({ ...ASSISTANT, session_id: 'other' })])).toBeNull()
  })

  it('is told its format, and goes on with a thread', () => {
    expect(applyProtocol('amp', 'amp-json')).toBe('amp -x --stream-json')
    expect(applyProtocol('amp -x --stream-json', 'amp-json')).toBe('amp -x --stream-json')
    expect(applyResume('amp -x --stream-json', 'amp-json', THREAD)).toBe(
      `amp threads continue ${THREAD} -x --stream-json`,
    )
    expect(applyResume(`amp threads continue T-old -x --stream-json`, 'amp-json', THREAD)).toBe(
      `amp threads continue ${THREAD} -x --stream-json`,
    )
  })
})
