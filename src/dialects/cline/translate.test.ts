import { describe, expect, it } from 'vitest'
import { readRecording } from '../../../test/recordings.ts'
import type { NormalizedEvent } from '../../core/events.ts'
import { applyProtocol, applyResume, foldSession, parseLines, parseStreamLine } from '../../index.ts'

const parse = (event: object): NormalizedEvent[] =>
  parseStreamLine(
    'cline-json',
    JSON.stringify({ ts: '2026-12-01T03:58:22.337Z', type: 'agent_event', event }),
  )
const recorded = (scenario: string) =>
  parseLines('cline-json', readRecording('cline-cli', '3.0.65', scenario).lines)
const fold = (scenario: string) => foldSession(recorded(scenario), { protocol: 'cline-json' })

describe('Cline', () => {
  it('names its task first and its model last, and each line its time', () => {
    expect(recorded('plain')[0]?.ts).toBe(Date.parse('2026-12-01T03:48:31.057Z'))
    expect(fold('plain')).toMatchObject({
      harness: 'cline-cli',
      sessionId: 'conv_1796096911019_yv5b8ob',
      model: 'demo-model',
      status: 'succeeded',
      summary: 'Hello from the demo.',
    })
    expect(fold('plain').usage).toMatchObject({
      calls: 1,
      inputTokens: 400,
      cacheReadTokens: 800,
      costUsd: null,
      durationMs: 579,
    })
  })

  it('counts the calls of nested agents, which its own totals leave out', () => {
    expect(fold('subagent').usage).toMatchObject({
      calls: 4,
      inputTokens: 800,
      outputTokens: 129,
      cacheReadTokens: 3_050,
    })
  })

  it('has results of one part or many, with an exit code where one command failed', () => {
    const [failed] = recorded('shell-fail').filter((event) => event.type === 'tool.result')
    expect(failed?.payload).toMatchObject({ isError: true, exitCode: 3, durationMs: 65 })
    const end = (output: unknown, more: object = {}) =>
      parse({ type: 'content_end', contentType: 'tool', toolCallId: 'c', output, ...more })[0]?.payload
    expect(
      end([
        { result: 'a', success: true },
        { error: 'no', success: false },
      ]),
    ).toMatchObject({ isError: true, output: 'a\nno' })
    expect(end({ content: [{ type: 'text', text: 'echo' }] })).toMatchObject({
      isError: null,
      output: 'echo',
    })
    expect(end({ error: 'bad input' }, { error: 'bad input' })).toMatchObject({
      isError: true,
      output: 'bad input',
    })
    const picture = end({ content: [{ type: 'image', mimeType: 'image/png', data: 'AAAA' }] })
    expect(picture).toMatchObject({
      output: '[image/png, 3 B]',
      files: [{ mediaType: 'image/png', bytes: 3 }],
    })
  })

  it('leaves out what the end of a content repeats, and counts of failed calls', () => {
    for (const scenario of ['shell', 'thinking', 'parallel', 'mixed']) {
      const { lines } = readRecording('cline-cli', '3.0.65', scenario)
      const values = lines.map((line) => JSON.parse(line)).filter((line) => line.type === 'agent_event')
      const said = (type: string) =>
        values.flatMap(({ event }) =>
          event.type === type && event.contentType === 'text' ? [event.text] : [],
        )
      expect(said('content_start').join('')).toBe(said('content_end').join(''))
    }
    const error = { type: 'error', recoverable: true, error: { message: '1 tool call(s) failed: [x]' } }
    expect(parse(error)).toEqual([])
    expect(parse({ ...error, error: { message: 'odd' } })[0]?.payload.notice).toEqual({
      kind: 'warning',
      text: 'odd',
    })
  })

  it('says why it failed', () => {
    expect(fold('error-late')).toMatchObject({ status: 'failed', reason: 'context_limit' })
    expect(fold('max-tokens')).toMatchObject({ status: 'failed', reason: 'output_limit' })
  })

  it('is told how to print them, and cannot be told to go on', () => {
    expect(applyProtocol('cline "Fix it now"', 'cline-json')).toBe('cline "Fix it now" --json')
    expect(applyProtocol('cline --json "Fix it now"', 'cline-json')).toBe('cline --json "Fix it now"')
    expect(applyResume('cline --json "x y"', 'cline-json', 'conv_1')).toBeNull()
  })
})
