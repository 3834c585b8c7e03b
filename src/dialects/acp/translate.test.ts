import { describe, expect, it } from 'vitest'
import { readRecording } from '../../../test/recordings.ts'
import type { NormalizedEvent } from '../../core/events.ts'
import { foldSession, parseLines, parseStreamLine } from '../registry.ts'

const parse = (message: object): NormalizedEvent[] =>
  parseStreamLine('acp', JSON.stringify({ jsonrpc: '2.0', ...message }))
const update = (sessionUpdate: string, more: object = {}): NormalizedEvent[] =>
  parse({ method: 'session/update', params: { sessionId: 's', update: { sessionUpdate, ...more } } })
const recorded = (harness: string, version: string, scenario: string): NormalizedEvent[] =>
  parseLines('acp', readRecording(harness, version, scenario).lines)

describe('answers', () => {
  it('to initialize say who the agent is, to session/new which session and model it is', () => {
    const state = foldSession(recorded('qwen-code', '0.24.4', 'acp-plain'), { protocol: 'acp' })
    expect(state).toMatchObject({
      harness: 'qwen-code',
      harnessVersion: '0.24.4',
      model: 'qwen3-coder-plus',
      sessionId: 'bec5f475-484e-4a0e-88c3-e85064c39f2e',
      turns: 1,
      status: 'waiting',
    })
    expect(state.usage).toMatchObject({ calls: 1, contextTokens: 1_200, contextWindow: 1_000_000 })
  })

  it('to a prompt end the turn, with what it consumed, the cache apart', () => {
    const counters = { inputTokens: 400, outputTokens: 40, cacheReadTokens: 800, cacheCreationTokens: 0 }
    for (const [harness, version] of [
      ['claude-agent-acp', '0.49.0'],
      ['copilot-cli', '1.0.102'],
    ] as const) {
      const events = recorded(harness, version, 'acp-plain')
      const usage = events.findLast((event) => event.payload.scope === 'session')
      expect(usage?.payload).toMatchObject({ covers: 'turn', ...counters })
    }
    expect(parse({ id: 2, result: { stopReason: 'max_turn_requests' } })).toMatchObject([
      {
        type: 'session.ended',
        payload: { status: 'failed', reason: 'max_turns', stopReason: 'max_turn_requests' },
      },
    ])
  })

  it('that are errors end it as failed, with the reason where it is told', () => {
    const end = (error: object) => parse({ id: 2, error })[0]?.payload
    expect(end({ code: 429, message: 'slow down' })).toMatchObject({ status: 'failed', reason: 'rate_limit' })
    expect(end({ code: -32_000, message: 'log in' })).toMatchObject({ reason: 'auth', summary: 'log in' })
    expect(end({ code: -32_603, message: 'Internal error', data: { details: '400 Invalid' } })).toMatchObject(
      {
        reason: 'api_error',
        summary: '400 Invalid',
      },
    )
    const limit = { message: 'Internal error', data: { errorKind: 'max_output_tokens' } }
    expect(end({ code: -32_603, ...limit })).toMatchObject({ reason: 'output_limit' })
    expect(end({ code: -32_602, message: 'Invalid params' })?.reason).toBeUndefined()
  })

  it('that only acknowledge give nothing, others are kept', () => {
    expect(parse({ id: 1, result: {} })).toEqual([])
    expect(parse({ id: 1, result: null })).toEqual([])
    expect(parse({ id: 1, result: { sessions: [] } })[0]?.type).toBe('raw')
  })
})

describe('calls', () => {
  it('are announced, refined and ended; what was so far is not told', () => {
    const call = { toolCallId: 'c', title: 'Terminal', kind: 'execute', rawInput: {}, status: 'pending' }
    const meta = { _meta: { claudeCode: { toolName: 'Bash' } } }
    expect(update('tool_call', { ...call, ...meta })).toEqual([
      {
        type: 'tool.call',
        payload: {
          callId: 'c',
          name: 'Bash',
          input: '{}',
          truncated: false,
          kind: 'execute',
          title: 'Terminal',
        },
      },
    ])
    expect(update('tool_call_update', { toolCallId: 'c', rawInput: { command: 'ls' } })).toEqual([
      {
        type: 'tool.call',
        payload: { callId: 'c', name: null, input: '{"command":"ls"}', truncated: false, merge: true },
      },
    ])
    const content = [{ type: 'content', content: { type: 'text', text: 'out' } }]
    expect(update('tool_call_update', { toolCallId: 'c', content })).toEqual([])
    expect(update('tool_call_update', { toolCallId: 'c', status: 'completed', content })).toEqual([
      { type: 'tool.result', payload: { callId: 'c', isError: false, output: 'out', truncated: false } },
    ])
  })

  it('say their exit code and duration where the agent does', () => {
    const failed = recorded('codex-acp', '0.16.0', 'acp-tools').filter(
      ({ type, payload }) => type === 'tool.result' && payload.isError === true,
    )
    expect(failed[0]?.payload).toMatchObject({ exitCode: 3, durationMs: 0, output: 'bad\n' })
  })

  it('that are only asked for are calls too, and open requests until their result', () => {
    const events = recorded('gemini-cli', '0.61.0', 'acp-tools')
    const asked = events.findIndex((event) => 'notice' in event.payload)
    const open = foldSession(events.slice(0, asked + 1), { protocol: 'acp' })
    expect(open.status).toBe('needs-input')
    expect(open.needs[0]).toMatchObject({ requestId: '0', callId: open.openCalls[0]?.callId })
    expect(open.needs[0]?.options).toContainEqual({ id: 'proceed_once', label: 'Allow', kind: 'allow_once' })
    const state = foldSession(events, { protocol: 'acp' })
    expect(state.needs).toEqual([])
    expect(state.tools).toMatchObject([
      { name: 'execute', calls: 2 },
      { name: 'edit', calls: 1 },
    ])
  })

  it('that edit give their diff as input where the agent states no arguments', () => {
    const edit = recorded('gemini-cli', '0.61.0', 'acp-tools').findLast(({ type }) => type === 'tool.call')
    expect(JSON.parse(String(edit?.payload.input))).toEqual({
      changes: [{ path: '/workspace/demo/ACP.md', oldText: '', newText: '# ACP\n' }],
    })
  })

  it('that have ended when they are announced have their result with them', () => {
    const events = update('tool_call', { toolCallId: 'c', title: 'x', status: 'failed', rawOutput: 'no' })
    expect(events.map((event) => event.type)).toEqual(['tool.call', 'tool.result'])
    expect(events[1]?.payload).toMatchObject({ isError: true, output: 'no' })
  })
})

describe('updates', () => {
  it('of text are fragments; empty ones give nothing, or the usage that they carry', () => {
    const chunk = (text: string, more: object = {}) =>
      update('agent_message_chunk', { content: { type: 'text', text }, ...more })
    expect(chunk('Hel')).toMatchObject([{ type: 'message', payload: { role: 'assistant', delta: true } }])
    expect(chunk('')).toEqual([])
    const usage = {
      inputTokens: 1_200,
      outputTokens: 40,
      totalTokens: 1_240,
      thoughtTokens: 9,
      cachedReadTokens: 800,
    }
    expect(chunk('', { _meta: { usage } })[0]?.payload).toMatchObject({
      scope: 'call',
      inputTokens: 400,
      cacheReadTokens: 800,
      contextTokens: 1_200,
      reasoningTokens: 9,
    })
    expect(update('agent_thought_chunk', { content: { type: 'text', text: '' } })).toEqual([])
    expect(update('user_message_chunk', { content: { type: 'text', text: 'hi' } })[0]?.payload).toMatchObject(
      {
        role: 'user',
        origin: 'echo',
      },
    )
    expect(chunk('x', { content: { type: 'hologram' } })[0]).toEqual({
      type: 'raw',
      payload: { json: { type: 'hologram' } },
    })
  })

  it('of pictures are messages with files', () => {
    const content = { type: 'image', mimeType: 'image/png', data: Buffer.alloc(30).toString('base64') }
    expect(update('agent_message_chunk', { content })[0]?.payload).toMatchObject({
      text: '',
      files: [{ id: null, mediaType: 'image/png', name: null, bytes: 30 }],
    })
  })

  it('of usage read the context, and the cost is a running total', () => {
    const reading = (used: number, amount: number) =>
      update('usage_update', { used, size: 200_000, cost: { amount, currency: 'USD' } })
    const { usage } = foldSession([...reading(1_000, 0.5), ...reading(1_500, 0.75)], { protocol: 'acp' })
    expect(usage).toMatchObject({ calls: 0, contextTokens: 1_500, contextWindow: 200_000, costUsd: 0.75 })
    expect(usage.inputTokens).toBeNull()
  })

  it('of plan, title and catalogue', () => {
    const plan = foldSession(recorded('codex-acp', '0.16.0', 'acp-plan'), { protocol: 'acp' }).plan
    expect(plan).toEqual([
      { text: 'Lire le README', status: 'completed' },
      { text: 'Écrire STREAM.md', status: 'in_progress' },
    ])
    expect(update('session_info_update', { title: ' A  name ' })[0]?.payload.title).toBe('A name')
    expect(update('session_info_update', { updatedAt: 'x' })).toEqual([])
    expect(update('available_commands_update', { availableCommands: [] })[0]?.type).toBe('raw')
    expect(update('something_new')[0]?.type).toBe('raw')
  })
})
