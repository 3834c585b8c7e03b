import { describe, expect, it } from 'vitest'
import { readRecording, readRecordings } from '../../../test/recordings.ts'
import type { NormalizedEvent } from '../../core/events.ts'
import { detectProtocol, foldSession, parseLines, parseStreamLine } from '../registry.ts'

const EVERY_LINE = { sessionID: 'ses_1', timestamp: 1_796_000_000_000 }

function eventsOf(scenario: string, version = '1.18.33'): NormalizedEvent[] {
  return parseLines('opencode-json', readRecording('opencode', version, scenario).lines)
}

const payloads = (events: readonly NormalizedEvent[], type: string) =>
  events.filter((event) => event.type === type).map((event) => event.payload)
const read = (type: string, rest: object) =>
  parseStreamLine('opencode-json', JSON.stringify({ type, ...EVERY_LINE, ...rest }))
const tool = (part: object) => read('tool_use', { part: { type: 'tool', callID: 'c', ...part } })
const finish = (part: object) =>
  read('step_finish', { part: { type: 'step-finish', messageID: 'm', ...part } })
const fail = (name: string, data: object = {}) => read('error', { error: { name, data } }).at(-1)?.payload

describe('the recordings of opencode', () => {
  it('hold both versions', () => {
    const versions = readRecordings('opencode').map((recording) => recording.version)
    expect([...new Set(versions)].sort()).toEqual(['1.1.34', '1.18.33'])
  })

  it('state session and time in every line', () => {
    const { lines } = readRecording('opencode', '1.18.33', 'plain')
    const stated = JSON.parse(lines[0] ?? '')
    const [first] = parseLines('opencode-json', lines)
    expect(first).toMatchObject({
      type: 'session.started',
      ts: stated.timestamp,
      payload: { harness: 'opencode', sessionId: stated.sessionID, model: null, cwd: null, tools: null },
    })
  })
})

describe('a tool_use line', () => {
  it('is a call and its result, with exit code and duration', () => {
    const events = eventsOf('shell-fail')
    expect(payloads(events, 'tool.call')).toMatchObject([{ callId: 'call_mock0003', name: 'bash' }])
    expect(payloads(events, 'tool.result')).toMatchObject([
      { callId: 'call_mock0003', isError: true, exitCode: 3, durationMs: 260 },
    ])
    expect(payloads(eventsOf('shell'), 'tool.result')).toMatchObject([{ isError: false, exitCode: 0 }])
  })

  it('names the tool that was asked for, where there is no such tool', () => {
    for (const version of ['1.1.34', '1.18.33']) {
      const events = eventsOf('unknown-tool', version)
      expect(payloads(events, 'tool.call')).toMatchObject([{ name: 'frobnicate' }])
      expect(payloads(events, 'tool.result')).toMatchObject([{ isError: true }])
    }
  })

  it('gives the file that was read', () => {
    expect(payloads(eventsOf('image'), 'tool.result')).toMatchObject([
      { files: [{ id: null, mediaType: 'image/png', name: null, bytes: 70 }] },
    ])
  })

  it('gives the plan of todowrite, with the steps that were cancelled', () => {
    for (const version of ['1.1.34', '1.18.33']) {
      expect(payloads(eventsOf('todo', version), 'plan').at(-1)).toEqual({
        steps: [
          { text: 'Read the README', status: 'completed' },
          { text: 'Écrire le résumé ✍️', status: 'completed' },
          { text: 'Verify', status: 'cancelled' },
        ],
      })
    }
    const failed = { tool: 'todowrite', state: { status: 'error', input: { todos: [] }, error: 'no' } }
    expect(payloads(tool(failed), 'plan')).toEqual([])
  })

  it('tells a denied permission after the result, with what is known of who denied it', () => {
    const types = eventsOf('permission-ask').map((event) => event.type)
    expect(types).toEqual(['session.started', 'tool.call', 'tool.result', 'raw', 'usage'])
    const denied = (error: string) =>
      payloads(tool({ tool: 'bash', state: { status: 'error', error } }), 'raw').map(({ notice }) => notice)
    const rejected = 'The user rejected permission to use this specific tool call'
    const ruled = 'The user has specified a rule which prevents you from using this specific tool call. Here…'
    const facts = { kind: 'denied', callId: 'c', tool: 'bash' }
    expect(denied(`${rejected}.`)).toEqual([{ ...facts, text: 'Denied: bash', why: `${rejected}.` }])
    expect(denied(`${rejected} with the following feedback: no`)).toMatchObject([{ ...facts, by: 'user' }])
    expect(denied(ruled)).toMatchObject([{ ...facts, by: 'rule', why: ruled }])
    expect(denied('this tool always fails')).toEqual([])
  })

  it('a killed command has no exit code and failed', () => {
    const state = { status: 'completed', input: {}, output: 'x', metadata: { exit: null } }
    const [, result] = tool({ tool: 'bash', state })
    expect(result?.payload).toMatchObject({ isError: true, output: 'x' })
    expect(result?.payload).not.toHaveProperty('exitCode')
  })
})

describe('a step_finish line', () => {
  const tokens = { input: 976, output: 42, reasoning: 8, cache: { read: 1024, write: 0 } }
  const outputOf = (counts: object) =>
    payloads(finish({ reason: 'stop', tokens: counts }), 'usage')[0]?.outputTokens

  it('counts reasoning inside the output, in both ways of counting', () => {
    expect(outputOf({ ...tokens, total: 2050 })).toBe(50)
    expect(outputOf({ ...tokens, output: 50 })).toBe(50)
    expect(outputOf({ ...tokens, total: 1018 })).toBe(50)
  })

  it('states message, cost and context of the call', () => {
    expect(payloads(eventsOf('reasoning'), 'usage')).toEqual([
      {
        scope: 'call',
        model: null,
        inputTokens: 476,
        outputTokens: 90,
        cacheReadTokens: 1024,
        cacheCreationTokens: 0,
        contextTokens: 1500,
        messageId: 'msg_22fa81934001r9WHzE1FmIWQ1N',
        reasoningTokens: 64,
        costUsd: 0.0009384,
      },
    ])
  })

  it('ends the turn when the model has said its last, and only then', () => {
    const endOf = (reason: string) => payloads(finish({ reason, tokens }), 'session.ended')
    expect(endOf('stop')).toEqual([{ status: 'succeeded', stopReason: 'stop', summary: null }])
    expect(endOf('length')).toMatchObject([{ status: 'succeeded', stopReason: 'length' }])
    expect(endOf('content-filter')).toMatchObject([{ status: 'failed', reason: 'refusal' }])
    for (const reason of ['tool-calls', 'unknown', 'constructor']) expect(endOf(reason)).toEqual([])
  })

  it('without tokens gives no usage: an end alone, or a hidden line', () => {
    const types = (reason: string) =>
      finish({ reason, tokens: { input: 0, output: 0 } }).map(({ type }) => type)
    expect(types('stop')).toEqual(['session.ended'])
    expect(types('tool-calls')).toEqual(['raw'])
  })
})

describe('a compaction', () => {
  it('ends no run: what follows is the next turn, and the text that sets it off is not the assistant’s', () => {
    const events = eventsOf('compaction')
    const state = foldSession(events, { protocol: 'opencode-json' })
    expect(state).toMatchObject({ status: 'succeeded', turns: 2, usage: { calls: 3, contextTokens: 800 } })
    expect(payloads(events, 'raw')).toMatchObject([{ notice: { kind: 'compaction' } }])
    expect(payloads(events, 'message').map(({ role, origin }) => [role, origin])).toEqual([
      ['assistant', undefined],
      ['user', 'injected'],
      ['assistant', undefined],
    ])
  })

  it('leaves the context unknown until the next call', () => {
    const events = eventsOf('compaction')
    const upToNotice = events.slice(0, events.findIndex((event) => event.type === 'raw') + 1)
    expect(foldSession(upToNotice, { protocol: 'opencode-json' }).usage.contextTokens).toBeNull()
  })
})

describe('an error line', () => {
  it('ends the run, and names the session where no step did', () => {
    const state = foldSession(eventsOf('error-401'), { protocol: 'opencode-json' })
    expect(state).toMatchObject({ status: 'failed', reason: 'auth', summary: 'Incorrect API key provided.' })
    expect(state.sessionId).toMatch(/^ses_/)
  })

  it('has the reason that its name or its status says', () => {
    const reasons = {
      auth: fail('APIError', { statusCode: 403 }),
      rate_limit: fail('APIError', { statusCode: 429 }),
      overloaded: fail('APIError', { statusCode: 529 }),
      api_error: fail('APIError', { statusCode: 500 }),
      context_limit: fail('ContextOverflowError'),
      output_limit: fail('MessageOutputLengthError'),
      structured_output: fail('StructuredOutputError'),
      refusal: fail('ContentFilterError'),
    }
    for (const [reason, payload] of Object.entries(reasons))
      expect(payload).toMatchObject({ status: 'failed', reason })
    expect(fail('ProviderAuthError', { message: 'no key' })).toMatchObject({
      reason: 'auth',
      summary: 'no key',
    })
    expect(fail('MessageAbortedError')).toMatchObject({ status: 'interrupted' })
    expect(fail('UnknownError')).not.toHaveProperty('reason')
    expect(fail('constructor')).toEqual({ status: 'failed', stopReason: null, summary: 'constructor' })
  })
})

describe('detection', () => {
  it('knows opencode by its ids, and not what only looks like it', () => {
    const line = (value: object) => JSON.stringify(value)
    expect(detectProtocol([line({ type: 'new_kind', ...EVERY_LINE, part: {} })])).toBe('opencode-json')
    expect(detectProtocol([line({ type: 'error', ...EVERY_LINE, error: {} })])).toBe('opencode-json')
    expect(detectProtocol([line({ type: 'text', ...EVERY_LINE, sessionID: '1', part: {} })])).toBeNull()
    expect(detectProtocol([line({ type: 'error', ...EVERY_LINE })])).toBeNull()
  })
})
