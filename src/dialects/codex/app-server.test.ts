import { describe, expect, it } from 'vitest'
import { readRecording } from '../../../test/recordings.ts'
import { foldSession, type NormalizedEvent, parseLines, parseStreamLine } from '../../index.ts'

const read = (line: object): NormalizedEvent[] => parseStreamLine('codex-json', JSON.stringify(line))
const serverItem = (type: string, facts: object) =>
  read({
    method: 'item/completed',
    params: { item: { id: 'call_1', type, ...facts }, threadId: 't', turnId: 'u' },
  })
const noticeOf = (events: NormalizedEvent[]) => events[0]?.payload.notice
const recorded = (version: string, scenario: string) =>
  parseLines('codex-json', readRecording('codex', version, scenario).lines)

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
