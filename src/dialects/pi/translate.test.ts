import { describe, expect, it } from 'vitest'
import { readRecording, readRecordings } from '../../../test/recordings.ts'
import type { NormalizedEvent } from '../../core/events.ts'
import { detectProtocol, foldSession, parseLines, parseStreamLine } from '../registry.ts'

function eventsOf(scenario: string, version = '1.6.0'): NormalizedEvent[] {
  return parseLines('pi-json', readRecording('pi', version, scenario).lines)
}

const stateOf = (scenario: string, version?: string) =>
  foldSession(eventsOf(scenario, version), { protocol: 'pi-json' })
const payloads = (events: readonly NormalizedEvent[], type: string) =>
  events.filter((event) => event.type === type).map((event) => event.payload)
const notices = (events: readonly NormalizedEvent[]) =>
  payloads(events, 'raw').flatMap(({ notice }) => (notice ? [notice as Record<string, unknown>] : []))
const read = (line: object) => parseStreamLine('pi-json', JSON.stringify(line))
const answer = (message: object) => read({ type: 'message_end', message: { role: 'assistant', ...message } })
const endOf = (message: object, rest: object = {}) =>
  read({ type: 'agent_end', messages: [{ role: 'assistant', content: [], ...message }], ...rest })

describe('the recordings of pi', () => {
  it('hold both versions', () => {
    const versions = readRecordings('pi').map((recording) => recording.version)
    expect([...new Set(versions)].sort()).toEqual(['0.73.1', '1.6.0'])
  })
})

describe('what pi says of a session', () => {
  it('id and folder in the first line, tools in the system message, the model in each answer', () => {
    const events = parseLines('pi-json', readRecording('pi', '1.6.0', 'plain').lines)
    expect(payloads(events, 'session.started')).toMatchObject([
      { harness: 'pi', sessionId: expect.stringMatching(/^01a22/), cwd: '/workspace/demo', tools: null },
      { harness: 'pi', sessionId: null, cwd: null, tools: ['read', 'bash', 'edit', 'write'] },
    ])
    expect(events[0]?.ts).toBe(Date.parse(JSON.parse(events[0]?.source ?? '').timestamp))
    expect(stateOf('plain')).toMatchObject({ model: 'mock-1', cwd: '/workspace/demo' })
  })

  it('a later change of the prompt or of the tools is no new list of tools', () => {
    const system = (message: object) => read({ type: 'message_end', message: { role: 'system', ...message } })
    const toolsAdded = [{ name: 'x' }]
    expect(system({ sections: { preamble: 'You…' }, toolsAdded })[0]?.type).toBe('session.started')
    for (const change of [{ toolsAdded }, { sections: { skills: null } }, { content: 'Hm.' }]) {
      expect(system(change).map(({ type }) => type)).toEqual(['raw'])
    }
  })

  it('the same session goes on with a resume', () => {
    for (const version of ['0.73.1', '1.6.0']) {
      expect(stateOf('resume-2', version).sessionId).toBe(stateOf('resume-1', version).sessionId)
    }
  })

  it('its name, when it changes', () => {
    const titled = (name?: string) => read({ type: 'session_info_changed', name })
    expect(titled('Mine')).toEqual([{ type: 'session.title', payload: { title: 'Mine', origin: 'human' } }])
    expect(titled()).toMatchObject([{ payload: { title: null } }])
  })
})

describe('the words of pi', () => {
  it('thinking, then text, then usage; the human’s words as an echo, with their files', () => {
    const types = eventsOf('reasoning').map((event) => event.type)
    expect(types.slice(3)).toEqual(['thinking', 'message', 'usage', 'session.ended'])
    expect(payloads(eventsOf('image'), 'message')[0]).toMatchObject({
      role: 'user',
      origin: 'echo',
      files: [{ id: null, mediaType: 'image/png', bytes: 70 }],
    })
  })

  it('an extension’s message is injected', () => {
    const message = { role: 'custom', customType: 'x', content: 'Mind the gap.' }
    expect(read({ type: 'message_end', message })).toMatchObject([
      { payload: { role: 'user', text: 'Mind the gap.', origin: 'injected' } },
    ])
  })

  it('an unknown block is raw, an empty text is nothing', () => {
    const usage = { input: 1, output: 1 }
    const content = [{ type: 'text', text: '' }, { type: 'video' }, { type: 'toolCall', id: 'a' }]
    expect(answer({ content, usage }).map(({ type }) => type)).toEqual(['raw', 'usage'])
    expect(answer({ content: content.slice(0, 1) }).map(({ type }) => type)).toEqual(['raw'])
    expect(answer({ content: content.slice(2) })).toEqual([])
  })
})

describe('the calls of pi', () => {
  it('have exit code and duration (1.6.0), and are nested in code mode', () => {
    const events = eventsOf('codemode')
    expect(
      payloads(events, 'tool.call').map(({ callId, name, parentCallId }) => [callId, name, parentCallId]),
    ).toEqual([
      ['call_mock0002', 'codemode', undefined],
      ['call_mock0002/1', 'bash', 'call_mock0002'],
      ['call_mock0002/2', 'bash', 'call_mock0002'],
    ])
    expect(payloads(events, 'tool.result')[1]).toMatchObject({
      callId: 'call_mock0002/2',
      isError: true,
      exitCode: 2,
      durationMs: 146,
      parentCallId: 'call_mock0002',
    })
    expect(payloads(eventsOf('shell-fail', '0.73.1'), 'tool.result')[0]).toEqual({
      callId: 'call_mock0002',
      isError: true,
      output: 'cat: /nonexistent: No such file or directory\n\n\nCommand exited with code 3',
      truncated: false,
    })
  })

  it('name files in their output', () => {
    expect(payloads(eventsOf('image'), 'tool.result')[0]).toMatchObject({
      output: 'Read image file [image/png]\n[image/png, 70 B]',
      files: [{ mediaType: 'image/png', bytes: 70 }],
    })
    const content = [
      { type: 'image', mimeType: 'image/png', data: { $attachment: 'sha256-1', bytes: 9_000 } },
    ]
    const line = { type: 'tool_execution_end', toolCallId: 'a', toolName: 'read', result: { content } }
    expect(read(line)).toMatchObject([{ payload: { files: [{ id: 'sha256-1', bytes: 9_000 }] } }])
  })

  it('of the todo extension give the plan', () => {
    expect(stateOf('todo-extension').plan).toEqual([
      { text: 'Read the README', status: 'completed' },
      { text: 'Écrire ✍️', status: 'pending' },
    ])
    const result = { content: [], details: { todos: [{ text: 'x', done: true }] } }
    expect(read({ type: 'tool_execution_end', toolName: 'mine', toolCallId: 'a', result })).toHaveLength(1)
  })
})

describe('the end of a run of pi', () => {
  it('is in the last answer', () => {
    expect(endOf({ stopReason: 'aborted', errorMessage: 'Request aborted' })).toMatchObject([
      { payload: { status: 'interrupted', stopReason: 'aborted', summary: 'Request aborted' } },
    ])
    const content = [
      { type: 'thinking', thinking: 'x' },
      { type: 'text', text: 'This was cut' },
    ]
    expect(endOf({ stopReason: 'length', content })).toEqual([
      {
        type: 'session.ended',
        payload: { status: 'succeeded', stopReason: 'length', summary: 'This was cut' },
      },
    ])
    expect(read({ type: 'agent_end', messages: [], willRetry: false }).map(({ type }) => type)).toEqual([
      'raw',
    ])
  })

  it('is none while it will be tried again', () => {
    expect(endOf({ stopReason: 'error' }, { willRetry: true })).toEqual([])
    expect(payloads(eventsOf('error-429'), 'session.ended')).toMatchObject([{ status: 'succeeded' }])
    expect(notices(eventsOf('error-429'))).toMatchObject([
      {
        kind: 'retry',
        attempt: 1,
        max: 3,
        delayMs: 2_000,
        code: 429,
        text: 'Retry 1 of 3 after 429: Rate limit reached',
      },
      { kind: 'retry', attempt: 1, text: 'Retry 1 succeeded' },
    ])
  })

  it('of each prompt is the end of a turn', () => {
    expect(stateOf('two-prompts')).toMatchObject({ status: 'succeeded', turns: 2, summary: 'Second answer.' })
  })

  it('says why a model call failed', () => {
    const reason = (errorMessage?: string) => endOf({ stopReason: 'error', errorMessage })[0]?.payload.reason
    expect(payloads(eventsOf('error-401'), 'session.ended')).toEqual([
      { status: 'failed', stopReason: 'error', summary: '401: Incorrect API key provided.', reason: 'auth' },
    ])
    expect(payloads(eventsOf('error-401', '0.73.1'), 'session.ended')).toEqual([
      { status: 'failed', stopReason: 'error', summary: '401 Incorrect API key provided.', reason: 'auth' },
    ])
    expect(['429 Slow down', '529: {"x":1}', '404', 'Connection error.', undefined].map(reason)).toEqual([
      'rate_limit',
      'overloaded',
      'model_not_found',
      'api_error',
      'api_error',
    ])
    expect(reason('Provider finish_reason: content_filter')).toBe('refusal')
  })
})

describe('detection', () => {
  it('knows pi from any part of its stream, and not what only looks like it', () => {
    for (const scenario of ['plain', 'rpc', 'shell', 'two-prompts']) {
      const { lines } = readRecording('pi', '1.6.0', scenario)
      expect(detectProtocol(lines.slice(0, 1))).toBe('pi-json')
      expect(detectProtocol(lines.slice(6))).toBe('pi-json')
    }
    const streamed = { type: 'message_start', message: { id: 'msg_1', type: 'message', role: 'assistant' } }
    const others = [
      streamed,
      { type: 'session', id: 'x' },
      { type: 'response', id: 1 },
      { type: 'message_end' },
    ]
    for (const line of others) expect(detectProtocol([JSON.stringify(line)])).toBeNull()
  })
})
