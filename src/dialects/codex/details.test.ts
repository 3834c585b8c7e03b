import { describe, expect, it } from 'vitest'
import { readRecording } from '../../../test/recordings.ts'
import { foldSession, type NormalizedEvent, parseLines, parseStreamLine } from '../../index.ts'
import { failureReason } from './failure.ts'

const read = (line: object): NormalizedEvent[] => parseStreamLine('codex-json', JSON.stringify(line))
const item = (type: string, facts: object, phase = 'item.completed') =>
  read({ type: phase, item: { id: 'item_0', type, ...facts } })
const serverItem = (type: string, facts: object, phase = 'item/completed') =>
  read({ method: phase, params: { item: { id: 'call_1', type, ...facts }, threadId: 't', turnId: 'u' } })
const noticeOf = (events: NormalizedEvent[]) => events[0]?.payload.notice
const recorded = (version: string, scenario: string) =>
  parseLines('codex-json', readRecording('codex', version, scenario).lines)

describe('errors', () => {
  it.each([
    ['Reconnecting... 2/5', { attempt: 2, max: 5, text: 'Retry 2 of 5' }],
    ['Reconnecting... 1/5 (unexpected status 503 Service Unavailable: x)', { attempt: 1, max: 5, code: 503 }],
    [
      'stream error: last status: 429; retrying 3/4 in 1.5s…',
      { attempt: 3, max: 4, delayMs: 1_500, code: 429 },
    ],
  ])('%s is a retry', (message, facts) => {
    expect(noticeOf(read({ type: 'error', message }))).toMatchObject({ kind: 'retry', ...facts })
  })

  it('another one is an error, whose text the end of the turn repeats', () => {
    const message = '{"error":{"message":"No such effort","type":"invalid_request_error"}}'
    expect(noticeOf(read({ type: 'error', message }))).toEqual({ kind: 'error', text: 'No such effort' })
    expect(read({ type: 'turn.failed', error: { message } })[0]?.payload).toEqual({
      status: 'failed',
      stopReason: null,
      summary: 'No such effort',
      reason: 'api_error',
    })
  })

  it('an item of type error is a warning', () => {
    expect(noticeOf(item('error', { message: 'deprecated' }))).toEqual({
      kind: 'warning',
      text: 'deprecated',
    })
  })

  it('of the app-server say whether they are retried', () => {
    const error = (willRetry: boolean) =>
      read({ method: 'error', params: { error: { message: 'overloaded' }, willRetry, threadId: 't' } })
    expect(noticeOf(error(true))).toEqual({ kind: 'retry', text: 'Retry: overloaded' })
    expect(noticeOf(error(false))).toEqual({ kind: 'error', text: 'overloaded' })
    expect(noticeOf(read({ id: 6, error: { code: -32_600, message: 'no turn' } }))).toMatchObject({
      kind: 'warning',
    })
  })

  it.each([
    ['Selected model is at capacity. Please try a different model.', undefined, 'overloaded'],
    ["You've hit your usage limit. Try again at 18:00.", undefined, 'rate_limit'],
    ['unexpected status 403 Forbidden: x', undefined, 'auth'],
    ['Incomplete response returned, reason: content_filter', undefined, 'refusal'],
    ['something new', undefined, null],
    ['something new', 'serverOverloaded', 'overloaded'],
    ['something new', { responseTooManyFailedAttempts: { httpStatusCode: 429 } }, 'rate_limit'],
    ['something new', { responseStreamDisconnected: { httpStatusCode: null } }, null],
    ['something new', '__proto__', null],
  ])('%s, %j: %s', (message, info, reason) => expect(failureReason(message, info)).toBe(reason))
})

describe('calls', () => {
  it('have one call and one result, though the line of their start was never printed', () => {
    const state = foldSession([
      ...item('command_execution', {
        command: 'ls',
        aggregated_output: 'a',
        exit_code: 0,
        status: 'completed',
      }),
      ...item('command_execution', {
        command: 'ls',
        aggregated_output: '',
        exit_code: null,
        status: 'declined',
      }),
    ])
    expect(state.openCalls).toEqual([])
    expect(state.tools).toMatchObject([{ name: 'command_execution', kind: 'execute', calls: 1, failures: 0 }])
  })

  it('that are declined failed; one whose status is not known did not say', () => {
    const result = (status?: string) =>
      item('command_execution', { command: 'ls', status })[1]?.payload.isError
    expect([result('declined'), result('failed'), result('completed'), result('new'), result()]).toEqual([
      true,
      true,
      false,
      null,
      null,
    ])
  })

  it('of an MCP server: its words, its files, and its structured copy where there are none', () => {
    const events = recorded('0.171.0', 'mcp-picture').filter(({ type }) => type === 'tool.result')
    expect(events.map(({ payload }) => payload)).toMatchObject([
      { output: '[image/png, 70 B]', files: [{ id: null, mediaType: 'image/png', name: null, bytes: 70 }] },
      { output: '3' },
    ])
    const output = (result: object | null, error: object | null = null) =>
      item('mcp_tool_call', { server: 's', tool: 't', result, error, status: 'completed' })[1]?.payload
    expect(output({ content: [], structured_content: { a: 1 } })).toMatchObject({
      output: '{"a":1}',
      isError: false,
    })
    expect(output({ content: [], structured_content: null })?.output).toBe('')
    expect(output(null)?.output).toBeNull()
    expect(output(null, { message: 'denied' })).toMatchObject({ output: 'denied', isError: true })
    const taken = { type: 'image', data: { $attachment: 'sha256-x', bytes: 5_000 }, mimeType: 'image/png' }
    const resource = {
      type: 'resource',
      resource: { uri: 'file:///a/b.pdf', blob: 'AAAA', mimeType: 'application/pdf' },
    }
    expect(output({ content: [taken, resource, { type: 'text', text: 'end' }] })).toMatchObject({
      output: '[image/png, 5.0 KB]\n[b.pdf, 3 B]\nend',
      files: [
        { id: 'sha256-x', bytes: 5_000 },
        { id: null, name: 'b.pdf', bytes: 3 },
      ],
    })
  })

  it('that search have the raw id, and their details', () => {
    const calls = recorded('0.171.0', 'websearch').filter(({ type }) => type === 'tool.call')
    expect(new Set(calls.map(({ payload }) => payload.callId))).toEqual(
      new Set(['it_mock0003', 'it_mock0004']),
    )
    expect(calls[0]?.payload.input).toContain('"query":"node 24 release notes"')
  })

  it('to agents say what the agents said, and are named as the model named them', () => {
    const results = recorded('0.171.0', 'subagents').filter(({ type }) => type === 'tool.result')
    expect(results.map(({ payload }) => payload.output)).toEqual([
      'pending_init',
      'There are 3 files.',
      'There are 3 files.',
    ])
    expect(serverItem('collabAgentToolCall', { tool: 'spawnAgent' })[0]?.payload.name).toBe('spawn_agent')
  })

  it('of the app-server: commands, changes, tools of the client, images and waits', () => {
    const command = {
      command: 'ls',
      cwd: '/x',
      status: 'completed',
      aggregatedOutput: 'a',
      exitCode: 0,
      durationMs: 7,
    }
    expect(serverItem('commandExecution', command).map(({ payload }) => payload)).toMatchObject([
      { name: 'command_execution', input: '{"command":"ls","cwd":"/x"}', merge: true },
      { isError: false, output: 'a', exitCode: 0, durationMs: 7 },
    ])
    const moved = { path: '/a', kind: { type: 'update', move_path: '/b' }, diff: '' }
    expect(serverItem('fileChange', { changes: [moved], status: 'failed' })[1]?.payload).toMatchObject({
      isError: true,
      output: 'move /a -> /b',
    })
    const parts = [
      { type: 'inputText', text: 'a' },
      { type: 'inputImage', imageUrl: 'data:image/png;base64,AAAA' },
    ]
    const dynamic = { namespace: 'n', tool: 't', arguments: { x: 1 }, success: false, contentItems: parts }
    expect(serverItem('dynamicToolCall', dynamic).map(({ payload }) => payload)).toMatchObject([
      { name: 'n__t', input: '{"x":1}' },
      { isError: true, output: 'a\n[image/png, 3 B]', files: [{ mediaType: 'image/png', bytes: 3 }] },
    ])
    expect(serverItem('imageView', { path: '/a.png' })[0]?.payload).toMatchObject({ name: 'view_image' })
    expect(serverItem('sleep', { durationMs: 5 })[1]?.payload).toMatchObject({ isError: null, durationMs: 5 })
    expect(serverItem('functionCallOutput', { name: 'f', output: 'x' })[1]?.payload.output).toBe('x')
    expect(serverItem('webSearch', { query: 'q', results: [{ url: 'u' }] })[1]?.payload.output).toBe(
      '[{"url":"u"}]',
    )
    expect(serverItem('imageGeneration', { failure: { x: 1 } })[1]?.payload.isError).toBe(true)
  })
})

describe('0.42.0 --json', () => {
  it('says how a turn failed, was stopped or succeeded, where it does', () => {
    const end = (msg: object) => read({ id: '0', msg })[0]?.payload
    expect(end({ type: 'turn_aborted', reason: 'interrupted' })).toMatchObject({ status: 'interrupted' })
    expect(end({ type: 'task_complete', last_agent_message: 'Done' })).toMatchObject({
      status: 'succeeded',
      summary: 'Done',
    })
    expect(
      end({ type: 'error', message: 'exceeded retry limit, last status: 401 Unauthorized' }),
    ).toMatchObject({ reason: 'auth' })
  })

  it('states durations, the plan with what is in progress, and refusals of MCP servers', () => {
    const events = recorded('0.42.0', 'legacy-042')
    expect(events.find(({ type }) => type === 'tool.result')?.payload).toMatchObject({
      exitCode: 3,
      durationMs: 19,
      isError: true,
    })
    expect(events.find(({ type }) => type === 'plan')?.payload.steps).toMatchObject([
      { status: 'in_progress' },
      { status: 'pending' },
      { status: 'pending' },
    ])
    const msg = {
      type: 'mcp_tool_call_end',
      call_id: 'c',
      invocation: { server: 's', tool: 't' },
      result: { Err: 'gone' },
    }
    expect(read({ id: '0', msg })[1]?.payload).toMatchObject({ isError: true, output: 'gone' })
  })
})
