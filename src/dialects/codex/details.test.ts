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

describe('the app-server', () => {
  it('asks, and is answered', () => {
    const events = recorded('0.171.0', 'app-server-approval')
    const asked = events.findIndex(({ payload }) => JSON.stringify(payload.notice ?? null).includes('"open"'))
    expect(events[asked]?.payload.notice).toEqual({
      kind: 'permission',
      text: "Permission needed: /bin/bash -lc 'touch new.txt'",
      requestId: '0',
      callId: 'call_mock0002',
      tool: 'command_execution',
      input: { command: "/bin/bash -lc 'touch new.txt'", cwd: '/workspace/demo' },
      options: [
        { id: 'accept', label: 'Allow', kind: 'allow_once' },
        { id: 'acceptWithExecpolicyAmendment', label: 'Allow such commands always', kind: 'allow_always' },
        { id: 'cancel', label: 'Deny and stop', kind: 'reject_once' },
      ],
      state: 'open',
    })
    expect(foldSession(events.slice(0, asked + 1)).status).toBe('needs-input')
    expect(foldSession(events.slice(0, asked + 2)).status).toBe('running')
  })

  it('asks for changes, rights and words', () => {
    const ask = (method: string, params: object) => noticeOf(read({ method, id: 'r1', params }))
    expect(ask('item/fileChange/requestApproval', { itemId: 'c', reason: 'outside' })).toMatchObject({
      kind: 'permission',
      text: 'Permission needed: change files (outside)',
      options: [{ id: 'accept' }, { id: 'acceptForSession' }, { id: 'decline' }, { id: 'cancel' }],
    })
    expect(ask('execCommandApproval', { callId: 'c', command: ['ls', '-l'] })).toMatchObject({
      callId: 'c',
      text: 'Permission needed: ls -l',
    })
    expect(ask('item/permissions/requestApproval', { itemId: 'c', permissions: {} })).toMatchObject({
      kind: 'permission',
    })
    const questions = [{ id: 'q', question: 'Which?', options: [{ label: 'A', description: '' }] }]
    expect(ask('item/tool/requestUserInput', { itemId: 'c', questions })).toMatchObject({
      kind: 'question',
      text: 'Question: Which?',
      requestId: 'r1',
      options: [{ id: 'A', label: 'A' }],
    })
    expect(ask('mcpServer/elicitation/request', { serverName: 's', message: 'Sure?' })).toMatchObject({
      kind: 'question',
      tool: 's',
    })
  })

  it('ends turns with their own word and their duration; a subagent’s turn is not the end', () => {
    const ends = recorded('0.171.0', 'app-server-subagents-v2').filter(({ type }) => type === 'session.ended')
    expect(ends).toHaveLength(1)
    const state = foldSession(recorded('0.171.0', 'app-server-interrupt'))
    expect([state.status, state.usage.durationMs]).toEqual(['interrupted', 722])
    const failed = {
      id: 'u',
      status: 'failed',
      error: { message: 'x', codexErrorInfo: 'usageLimitExceeded' },
    }
    expect(read({ method: 'turn/completed', params: { turn: failed } })[0]?.payload).toEqual({
      status: 'failed',
      stopReason: 'usageLimitExceeded',
      summary: 'x',
      reason: 'rate_limit',
    })
  })

  it('tells of agents that work beside the turn', () => {
    const events = recorded('0.171.0', 'app-server-subagents-v2')
    const began = events.findIndex(({ type }) => type === 'session.background')
    expect(foldSession(events.slice(0, began + 1)).background).toEqual([
      expect.objectContaining({ kind: 'agent', description: '/root/counter', callId: 'call_mock0002' }),
    ])
    expect(foldSession(events).background).toEqual([])
  })

  it('repeats the human’s words with what was attached', () => {
    const content = [
      { type: 'text', text: 'Look' },
      { type: 'localImage', path: '/a/b.png' },
      { type: 'image', url: 'data:image/jpeg;base64,AAAA' },
      { type: 'mention', name: 'notes', path: '/n' },
    ]
    expect(serverItem('userMessage', { content })[0]?.payload).toEqual({
      role: 'user',
      text: 'Look\n[notes]',
      truncated: false,
      origin: 'echo',
      files: [
        { id: null, mediaType: null, name: 'b.png', bytes: null },
        { id: null, mediaType: 'image/jpeg', name: null, bytes: 3 },
      ],
    })
    expect(serverItem('hookPrompt', { fragments: [{ text: 'a' }, { text: 'b' }] })[0]?.payload).toMatchObject(
      {
        origin: 'injected',
        text: 'a\nb',
      },
    )
  })

  it('warns where something is wrong, and is quiet where all is well', () => {
    const say = (method: string, params: object) => noticeOf(read({ method, params, emittedAtMs: 1 }))
    expect(say('warning', { message: 'w' })).toEqual({ kind: 'warning', text: 'w' })
    expect(say('configWarning', { summary: 's', details: 'd' })).toMatchObject({ text: 's\nd' })
    expect(say('model/rerouted', { fromModel: 'a', toModel: 'b', reason: 'r' })).toMatchObject({
      kind: 'fallback',
      from: 'a',
      to: 'b',
    })
    expect(
      say('hook/completed', { run: { eventName: 'stop', status: 'blocked', entries: [{ text: 'no' }] } }),
    ).toMatchObject({
      kind: 'hook',
      text: 'Hook stop blocked: no',
    })
    expect(say('hook/completed', { run: { status: 'completed' } })).toBeUndefined()
    const status = { name: 'db', status: 'failed', error: 'gone' }
    expect(say('mcpServer/startupStatus/updated', status)).toMatchObject({
      text: 'MCP server db did not start: gone',
    })
    expect(say('mcpServer/startupStatus/updated', { ...status, status: 'ready' })).toBeUndefined()
    const limits = (usedPercent: number) => ({ rateLimits: { primary: { usedPercent, resetsAt: 5 } } })
    expect(say('account/rateLimits/updated', limits(100))).toMatchObject({
      kind: 'rate_limit',
      resetsAt: 5_000,
    })
    expect(say('account/rateLimits/updated', limits(40))).toBeUndefined()
    expect(noticeOf(serverItem('contextCompaction', {}))).toMatchObject({ kind: 'compaction' })
  })

  it('names threads, the old name of a resumed one too', () => {
    const started = { thread: { id: 't', cwd: '/x', cliVersion: '1', name: 'Old' }, model: 'm' }
    expect(
      read({ id: 2, result: started }).map(({ type, payload }) => [type, payload.sessionId ?? payload.title]),
    ).toEqual([
      ['session.started', 't'],
      ['session.title', 'Old'],
    ])
    const child = { thread: { id: 'c', parentThreadId: 't' } }
    expect(read({ method: 'thread/started', params: child })[0]?.type).toBe('raw')
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
