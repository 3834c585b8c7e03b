import { describe, expect, it } from 'vitest'
import type { NormalizedEvent } from '../../core/events.ts'
import { applyProtocol, applyResume, foldSession, parseStreamLine } from '../../index.ts'
import { answerLine, dialectOf } from '../registry.ts'

const parse = (line: object): NormalizedEvent[] =>
  parseStreamLine('qwen-json', JSON.stringify({ session_id: 's', parent_tool_use_id: null, ...line }))

const assistant = (content: object, usage: object): object => ({
  type: 'assistant',
  message: { id: 'm', role: 'assistant', model: 'qwen3', content: [content], usage },
})

describe('qwen', () => {
  it('counts a call on its last line, the cache taken out of the input, and nothing on the lines before', () => {
    const empty = { input_tokens: 0, output_tokens: 0 }
    expect(parse(assistant({ type: 'text', text: 'Hi' }, empty)).map(({ type }) => type)).toEqual(['message'])
    const counted = {
      input_tokens: 1200,
      output_tokens: 40,
      cache_read_input_tokens: 800,
      total_tokens: 1240,
    }
    const usage = parse(assistant({ type: 'text', text: '!' }, counted)).at(-1)
    expect(usage?.payload).toMatchObject({ inputTokens: 400, outputTokens: 40, cacheReadTokens: 800 })
    const odd = { ...counted, cache_read_input_tokens: 5000 }
    expect(parse(assistant({ type: 'text', text: '!' }, odd)).at(-1)?.payload.inputTokens).toBe(0)
  })

  it('calls an error of the API one where 0.15.10 calls it a success', () => {
    const said = '[API Error: 429 slow down]'
    const [message] = parse(assistant({ type: 'text', text: said }, {}))
    expect(message?.payload.error).toBe(true)
    const lines = [
      { type: 'result', subtype: 'success', is_error: false, result: said, usage: {}, num_turns: 1 },
    ]
    expect(foldSession(lines.flatMap(parse), { protocol: 'qwen-json' })).toMatchObject({
      status: 'failed',
      reason: 'rate_limit',
    })
  })

  it('has the plan of `todo_write` with its ids, beside the call', () => {
    const todos = [{ id: '1', content: 'Read', status: 'in_progress' }]
    const block = { type: 'tool_use', id: 'c', name: 'todo_write', input: { todos } }
    const events = parse(assistant(block, {}))
    expect(events.find(({ type }) => type === 'plan')?.payload.steps).toEqual([
      { id: '1', text: 'Read', status: 'in_progress' },
    ])
  })

  it('knows an agent that runs beside the turn, and how it ended', () => {
    const data = { task_id: 't', tool_use_id: 'c', description: 'Look', subagent_type: 'general-purpose' }
    const events = [
      { type: 'system', subtype: 'task_started', data },
      { type: 'system', subtype: 'task_notification', data: { ...data, status: 'completed' } },
    ].flatMap(parse)
    expect(events.map(({ payload }) => payload.tasks)).toMatchObject([
      [{ taskId: 't', status: 'running', callId: 'c' }],
      [{ taskId: 't', status: 'completed' }],
    ])
    const unknown = parse({ type: 'system', subtype: 'task_notification', data: { ...data, status: 'odd' } })
    expect(unknown.map(({ type }) => type)).toEqual(['raw'])
  })

  it('says a retry with what is known of it', () => {
    const retry = (data: object): unknown =>
      parse({ type: 'system', subtype: 'retry', data })[0]?.payload.notice
    expect(retry({ attempt: 1, maxRetries: 7, delayMs: 2000 })).toMatchObject({ text: 'Retry 1 of 7' })
    expect(retry({ reason: 'retry' })).toMatchObject({ text: 'Retry' })
  })

  it('is told its format, keeps one that was chosen, and goes on with a session', () => {
    expect(applyProtocol('qwen -y', 'qwen-stream')).toBe(
      'qwen -y --output-format stream-json --input-format stream-json',
    )
    expect(applyProtocol('qwen -o text', 'qwen-json')).toBe('qwen -o text')
    expect(applyResume('qwen --continue -y', 'qwen-json', 's-1')).toBe('qwen -y --resume s-1')
  })

  it('takes a next turn on stdin where it waits for one', () => {
    const { userTurnLine, interruptLine } = dialectOf('qwen-stream')
    expect(JSON.parse(userTurnLine('qwen-stream', 'Go on', []) ?? '')).toMatchObject({
      type: 'user',
      message: { role: 'user' },
    })
    expect(userTurnLine('qwen-json', 'Go on', [])).toBeNull()
    expect(JSON.parse(interruptLine('qwen-stream', 'r') ?? '')).toMatchObject({ request_id: 'r' })
  })

  it('takes an answer to what it asks on stdin where that is open', () => {
    const request = { kind: 'permission' as const, requestId: 'r', input: { command: 'ls' }, options: null }
    const answer = (protocol: string, optionId: string) =>
      JSON.parse(answerLine(protocol, request, { optionId, text: null }) ?? 'null')
    const allowed = { behavior: 'allow', updatedInput: { command: 'ls' } }
    expect(answer('qwen-stream', 'allow').response).toMatchObject({ request_id: 'r', response: allowed })
    expect(answer('qwen-stream', 'deny').response.response).toMatchObject({ behavior: 'deny' })
    expect([answer('qwen-stream', 'perhaps'), answer('qwen-json', 'allow')]).toEqual([null, null])
  })
})
