import { describe, expect, it } from 'vitest'
import { readRecording } from '../../../test/recordings.ts'
import type { NormalizedEvent } from '../../core/events.ts'
import { applyProtocol, applyResume, foldSession, parseLines, parseStreamLine } from '../../index.ts'
import { kindOf } from './translate.ts'

const parse = (type: string, data: object, more: object = {}): NormalizedEvent[] =>
  parseStreamLine('copilot-json', JSON.stringify({ type, data, ...more }))
const linesOf = (scenario: string) => readRecording('copilot-cli', '1.0.102', scenario).lines
const recorded = (scenario: string) => parseLines('copilot-json', linesOf(scenario))
const fold = (scenario: string) => foldSession(recorded(scenario), { protocol: 'copilot-json' })

describe('Copilot CLI', () => {
  it('names the model first and the session last; its duration goes on when it is resumed', () => {
    const state = fold('plain')
    expect(state).toMatchObject({
      harness: 'copilot-cli',
      model: 'gpt-5-mini',
      sessionId: '93f8d29b-c978-433a-8d1e-a9664ef852a5',
      status: 'succeeded',
      turns: 1,
    })
    const both = ['resume.1', 'resume.2'].flatMap((scenario, run) =>
      recorded(scenario).map((event) => ({ ...event, run: String(run) })),
    )
    expect(foldSession(both, { protocol: 'copilot-json' }).usage.durationMs).toBe(1_759)
  })

  it('tells no call and no text twice', () => {
    for (const scenario of ['shell', 'parallel', 'mixed', 'responses', 'anthropic']) {
      const events = recorded(scenario)
      const calls = events.filter((event) => event.type === 'tool.call').map((event) => event.payload.callId)
      expect(new Set(calls).size).toBe(calls.length)
      const asked = linesOf(scenario).filter((line) => line.startsWith('{"type":"assistant.message"'))
      const requests = asked.flatMap((line) => JSON.parse(line).data.toolRequests)
      expect(requests.map((request) => request.toolCallId).sort()).toEqual(calls.sort())
      const pieces = linesOf(scenario)
        .map((line) => JSON.parse(line))
        .filter((line) => line.type === 'assistant.message_delta')
      const whole = events.filter((event) => event.type === 'message' && event.payload.role === 'assistant')
      expect(pieces.map((line) => line.data.deltaContent).join('')).toBe(
        whole.map((event) => event.payload.text).join(''),
      )
    }
  })

  it('has exit codes apart from its own word for a failure, and whole output', () => {
    const [result] = recorded('shell-fail').filter((event) => event.type === 'tool.result')
    expect(result?.payload).toMatchObject({ isError: false, exitCode: 3 })
    for (const line of linesOf('shell').map((text) => JSON.parse(text))) {
      if (line.type !== 'tool.execution_partial_result') continue
      const end = recorded('shell').find(
        ({ type, payload }) => type === 'tool.result' && payload.callId === line.data.toolCallId,
      )
      expect(end?.payload.output).toContain(line.data.partialOutput)
    }
  })

  it('nests what its agents do under their call', () => {
    const events = recorded('subagent')
    const nested = events.filter((event) => event.payload.parentCallId === 'call_demo_1_0')
    expect(nested.map((event) => event.type)).toEqual(['tool.call', 'tool.result', 'message'])
    const prompt = events.find(({ payload }) => payload.role === 'user' && payload.origin === 'injected')
    expect(prompt?.payload.text).toBe('SUBTASK: list the files and report.')
  })

  it('knows of commands in the background until they end', () => {
    const events = recorded('background')
    const at = events.findIndex((event) => event.type === 'session.background')
    const running = foldSession(events.slice(0, at + 1), { protocol: 'copilot-json' })
    expect(running.background).toEqual([
      { taskId: '0', kind: 'shell', description: null, callId: 'call_demo_1_0' },
    ])
    expect(fold('background').background).toEqual([])
  })

  it('says why it failed, and when it tries again', () => {
    expect(fold('error-401')).toMatchObject({ status: 'failed', reason: 'auth' })
    expect(fold('error-401').summary).toContain('Authentication failed with provider')
    const [retry] = recorded('error-429').filter((event) => event.type === 'raw' && event.payload.notice)
    expect(retry?.payload.notice).toMatchObject({ kind: 'retry', text: 'Retry after rate limit' })
  })

  it('reads what is printed only with an account of its own', () => {
    const usage = {
      model: 'm',
      inputTokens: 1_200,
      outputTokens: 40,
      cacheReadTokens: 800,
      cacheWriteTokens: 100,
      apiCallId: 'a',
    }
    expect(parse('assistant.usage', usage)[0]?.payload).toMatchObject({
      inputTokens: 300,
      cacheReadTokens: 800,
      cacheCreationTokens: 100,
      contextTokens: 1_200,
      messageId: 'a',
    })
    expect(
      parse('session.usage_info', { tokenLimit: 128_000, currentTokens: 900 })[0]?.payload,
    ).toMatchObject({
      contextTokens: 900,
      contextWindow: 128_000,
    })
    expect(parse('session.title_changed', { title: 'A name' })[0]?.payload).toEqual({
      title: 'A name',
      origin: 'agent',
    })
    const asked = parse('user_input.requested', { requestId: 'q', question: 'Which?', choices: ['a', 'b'] })
    const open = foldSession(asked, { protocol: 'copilot-json' })
    expect(open.needs).toMatchObject([
      { kind: 'question', requestId: 'q', options: [{ id: 'a' }, { id: 'b' }] },
    ])
    const answered = parse('user_input.completed', { requestId: 'q', answer: 'a' })
    expect(foldSession([...asked, ...answered]).needs).toEqual([])
    const denied = parse('permission.completed', {
      requestId: 'p',
      toolCallId: 'c',
      result: { kind: 'denied-by-rules' },
    })
    expect(denied.map((event) => (event.payload.notice as { kind: string }).kind)).toEqual([
      'permission',
      'denied',
    ])
    const compacted = parse('session.compaction_complete', {
      success: true,
      preCompactionTokens: 9,
      postCompactionTokens: 3,
    })
    expect(compacted[0]?.payload.notice).toMatchObject({ kind: 'compaction', before: 9, after: 3 })
    expect(kindOf({ type: 'something.new' })).toBe('something.new')
  })

  it('is told how to print them, and which session to go on with', () => {
    expect(applyProtocol('copilot --allow-all', 'copilot-json')).toBe(
      'copilot --allow-all --output-format json',
    )
    expect(applyProtocol('copilot --output-format text', 'copilot-json')).toBe('copilot --output-format text')
    expect(applyResume('copilot --continue --allow-all', 'copilot-json', 'id-1')).toBe(
      'copilot --allow-all --resume=id-1',
    )
  })
})
