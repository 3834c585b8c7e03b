import { describe, expect, it } from 'vitest'
import { readRecording, readRecordings } from '../../../test/recordings.ts'
import type { NormalizedEvent } from '../../core/events.ts'
import { detectProtocol, interruptLine, parseLines, parseStreamLine, userTurnLine } from '../registry.ts'

function eventsOf(scenario: string, version = '2.1.332'): NormalizedEvent[] {
  return parseLines('claude-stream', readRecording('claude', version, scenario).lines)
}

const payloads = (events: readonly NormalizedEvent[], type: string) =>
  events.filter((event) => event.type === type).map((event) => event.payload)
const notices = (events: readonly NormalizedEvent[]) =>
  payloads(events, 'raw').flatMap(({ notice }) => (notice ? [notice as Record<string, unknown>] : []))
const block = (content: object) => JSON.stringify({ type: 'assistant', message: { content: [content] } })

describe('what Claude Code says beside text', () => {
  it.each(['2.0.77', '2.1.332'])(
    '%s: a tool that the API runs itself is a call and its result',
    (version) => {
      const events = eventsOf('web-search-server', version)
      const [call] = payloads(events, 'tool.call')
      expect(call).toMatchObject({ name: 'web_search', input: '{"query":"agent stream format"}' })
      expect(payloads(events, 'tool.result')[0]).toMatchObject({
        callId: call?.callId,
        isError: false,
        output: 'Example\nhttps://example.com/a',
      })
    },
  )

  it('a server-side tool that failed says so, an MCP one names its server, a code run its exit code', () => {
    const error = { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' }
    const failed = { type: 'web_search_tool_result', tool_use_id: 's1', content: error }
    expect(parseStreamLine('claude-json', block(failed))[0]?.payload).toMatchObject({
      isError: true,
      output: 'max_uses_exceeded',
    })
    const mcp = { type: 'mcp_tool_use', id: 'm1', name: 'echo', server_name: 'demo', input: { a: 1 } }
    expect(parseStreamLine('claude-json', block(mcp))[0]?.payload).toMatchObject({
      name: 'mcp__demo__echo',
      input: '{"a":1}',
    })
    const content = { type: 'code_execution_result', stdout: 'out', stderr: 'err', return_code: 3 }
    const run = { type: 'code_execution_tool_result', tool_use_id: 'c1', content }
    expect(parseStreamLine('claude-json', block(run))[0]?.payload).toMatchObject({
      output: 'out\nerr',
      exitCode: 3,
    })
  })

  it('an unknown block is raw with the block, beside what is known of its line', () => {
    const line = {
      type: 'assistant',
      message: {
        content: [
          { type: 'hologram', x: 1 },
          { type: 'text', text: 'hi' },
        ],
      },
    }
    expect(parseStreamLine('claude-json', JSON.stringify(line))).toEqual([
      { type: 'raw', payload: { json: { type: 'hologram', x: 1 } } },
      { type: 'message', payload: { role: 'assistant', text: 'hi', truncated: false } },
    ])
  })

  it('subagent lines name the call that they belong to, and their prompts are no human’s', () => {
    const events = eventsOf('subagent-forward-text')
    const [agent] = payloads(events, 'tool.call').filter(({ name }) => name === 'Agent')
    const nested = events.filter(({ payload }) => payload.parentCallId === agent?.callId)
    expect(new Set(nested.map(({ type }) => type))).toEqual(
      new Set(['message', 'thinking', 'tool.call', 'tool.result', 'usage']),
    )
    for (const { payload } of nested.filter(({ payload: { role } }) => role === 'user'))
      expect(payload.origin).toBe('injected')
  })

  it('a replayed line is an echo of the human; what a local command printed is not', () => {
    expect(
      payloads(eventsOf('replay-user'), 'message')
        .filter(({ role }) => role === 'user')
        .map(({ origin }) => origin),
    ).toContain('echo')
    const local = payloads(eventsOf('stream-controls'), 'message').filter(({ text }) =>
      String(text).startsWith('<local-command'),
    )
    expect(local.length).toBeGreaterThan(0)
    for (const { origin } of local) expect(origin).toBe('injected')
  })

  it('images and documents are files, and a placeholder in the text', () => {
    for (const { version, scenario, lines } of readRecordings('claude')) {
      if (scenario !== 'image-read' && scenario !== 'pdf-read') continue
      const results = payloads(parseLines('claude-json', lines), 'tool.result').concat(
        payloads(parseLines('claude-json', lines), 'message'),
      )
      const files = results.flatMap(
        (payload) => (payload.files ?? []) as { mediaType: string; bytes: number }[],
      )
      expect(files[0]?.mediaType, `${version} ${scenario}`).toBe(
        scenario === 'image-read' ? 'image/png' : 'application/pdf',
      )
      expect(files[0]?.bytes).toBeGreaterThan(50)
      expect(JSON.stringify(results)).not.toMatch(/[A-Za-z0-9+/]{200}/)
    }
  })

  it('a taken-out file is read by its mark', () => {
    const source = { type: 'base64', media_type: 'image/png', data: { $attachment: 'sha256-00', bytes: 7 } }
    const result = { type: 'tool_result', tool_use_id: 't', content: [{ type: 'image', source }] }
    const line = JSON.stringify({ type: 'user', message: { content: [result] } })
    expect(parseStreamLine('claude-json', line)[0]?.payload).toMatchObject({
      output: '[image/png, 7 B]',
      files: [{ id: 'sha256-00', mediaType: 'image/png', name: null, bytes: 7 }],
    })
  })

  it('a failing shell command states its exit code', () => {
    expect(payloads(eventsOf('bash-error'), 'tool.result')[0]).toMatchObject({ isError: true, exitCode: 3 })
  })

  it('names given by a person come in band', () => {
    expect(payloads(eventsOf('title-name-flag'), 'session.title')).toEqual([
      { title: expect.any(String), origin: 'human' },
    ])
  })

  it('/clear begins another session, with an empty context', () => {
    const events = eventsOf('slash-clear')
    const ids = new Set(payloads(events, 'session.started').map(({ sessionId }) => sessionId))
    expect(ids.size).toBe(2)
    const [reset] = notices(events).filter(({ kind }) => kind === 'reset')
    expect(reset?.conversationId).toEqual(expect.any(String))
    expect(ids).not.toContain(reset?.conversationId)
  })

  it('retries, limits, fallbacks, denials and requests are notices with their facts', () => {
    expect(notices(eventsOf('err-529'))[0]).toMatchObject({
      kind: 'retry',
      attempt: 1,
      code: 529,
      delayMs: expect.any(Number),
    })
    expect(notices(eventsOf('rate-limit-event'))).toMatchObject([
      { kind: 'rate_limit', resetsAt: 1_796_112_000_000 },
    ])
    expect(notices(eventsOf('fallback-model'))).toContainEqual(
      expect.objectContaining({ kind: 'fallback', from: 'claude-sonnet-5' }),
    )
    expect(notices(eventsOf('perm-denied'))).toContainEqual(
      expect.objectContaining({ kind: 'denied', tool: 'Bash' }),
    )
    expect(notices(eventsOf('compact'))).toContainEqual(
      expect.objectContaining({ kind: 'compaction', before: 20_264, after: 2_652, trigger: 'manual' }),
    )
    expect(notices(eventsOf('hook-stops-prompt'))).toMatchObject([{ kind: 'warning' }])
    const [asked] = notices(eventsOf('perm-stdio-allow'))
    expect(asked).toMatchObject({
      kind: 'permission',
      state: 'open',
      tool: 'Write',
      callId: expect.stringMatching(/^toolu_/),
    })
    expect(notices(eventsOf('ask-user-question'))).toMatchObject([
      { kind: 'question', text: 'Question: Which colour?' },
    ])
  })
})

describe('speaking to Claude Code', () => {
  it('has a line for a turn and for an interrupt where stdin stays open', () => {
    expect(userTurnLine('claude-stream', 'a "b"\nc')).toBe(
      '{"type":"user","message":{"role":"user","content":[{"type":"text","text":"a \\"b\\"\\nc"}]},"parent_tool_use_id":null,"session_id":""}\n',
    )
    expect(interruptLine('claude-stream', 'r1')).toBe(
      '{"type":"control_request","request_id":"r1","request":{"subtype":"interrupt"}}\n',
    )
    for (const protocol of ['claude-json', 'jsonl', 'none']) {
      expect([userTurnLine(protocol, 'x'), interruptLine(protocol, 'x')]).toEqual([null, null])
    }
  })

  it('is recognised by its first lines, in every recording that has any of its own', () => {
    for (const { version, scenario, lines } of readRecordings('claude')) {
      if (lines.length === 0 || scenario.startsWith('output-') || scenario === 'sigkill-midline') continue
      expect(detectProtocol(lines.slice(0, 10)), `${version} ${scenario}`).toBe('claude-json')
    }
    expect(detectProtocol(['{"type":"session.started"}'])).toBe('jsonl')
    expect(detectProtocol(['hello', '{"type":"message","text":"x"}', '[1]', ''])).toBeNull()
  })
})
