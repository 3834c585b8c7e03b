import { describe, expect, it } from 'vitest'
import { readRecording } from '../../../test/recordings.ts'
import type { NormalizedEvent } from '../../core/events.ts'
import {
  applyProtocol,
  applyResume,
  foldSession,
  joinFragments,
  parseLines,
  parseStreamLine,
} from '../../index.ts'

const parse = (line: object): NormalizedEvent[] => parseStreamLine('gemini-json', JSON.stringify(line))
const recorded = (scenario: string) =>
  parseLines('gemini-json', readRecording('gemini-cli', '0.61.0', scenario).lines)
const fold = (scenario: string) => foldSession(recorded(scenario), { protocol: 'gemini-json' })

describe('Gemini CLI', () => {
  it('says its model and session, and each line its time', () => {
    const events = recorded('plain')
    expect(events[0]).toMatchObject({
      type: 'session.started',
      ts: expect.any(Number),
      payload: {
        harness: 'gemini-cli',
        model: 'gemini-2.5-pro',
        cwd: null,
        tools: null,
      },
    })
    expect(events[1]?.payload).toMatchObject({ role: 'user', text: 'Say hello.', origin: 'echo' })
    expect(joinFragments(events)[2]?.payload).toMatchObject({ text: 'Hello from the demo.', delta: true })
  })

  it('counts its process: the cache apart, thoughts inside the output, a duration of 0 not said', () => {
    const usage = (scenario: string) =>
      recorded(scenario).findLast((event) => event.type === 'usage')?.payload
    expect(usage('thinking')).toMatchObject({
      covers: 'process',
      inputTokens: 1_500,
      outputTokens: 55,
      reasoningTokens: 25,
      cacheReadTokens: 0,
      cacheCreationTokens: null,
      turns: null,
    })
    expect(usage('error-400')).toMatchObject({ durationMs: null })
    expect(fold('shell').usage.models).toMatchObject([
      { model: 'gemini-2.5-pro', inputTokens: 600, outputTokens: 62 },
    ])
  })

  it('has plans and titles in its calls', () => {
    expect(fold('todo').plan).toEqual([
      { text: 'Lire le README', status: 'completed' },
      { text: 'Écrire STREAM.md', status: 'in_progress' },
    ])
    expect(fold('title')).toMatchObject({ title: 'Fix the adder', titleOrigin: 'agent' })
  })

  it('says why a run failed', () => {
    expect(fold('error-late')).toMatchObject({ status: 'failed', reason: 'context_limit' })
    expect(fold('max-turns').summary).toContain('Reached max session turns')
    const [notice] = recorded('loop').filter((event) => event.type === 'raw')
    expect(notice?.payload.notice).toEqual({ kind: 'warning', text: 'Loop detected, stopping execution' })
  })

  it('has results without output, and errors in their place', () => {
    const result = { type: 'tool_result', tool_id: 'x', status: 'success' }
    expect(parse(result)[0]?.payload).toEqual({ callId: 'x', isError: false, output: '', truncated: false })
    const error = { type: 'tool_not_registered', message: 'not found' }
    expect(parse({ ...result, status: 'error', error })[0]?.payload).toMatchObject({
      isError: true,
      output: 'not found',
    })
    expect(parse({ type: 'message', role: 'assistant' })[0]?.type).toBe('raw')
    expect(parse({ type: 'thought' })[0]?.type).toBe('raw')
  })

  it('is told how to print them, and which session to go on with', () => {
    expect(applyProtocol('gemini -m x', 'gemini-json')).toBe('gemini -m x --output-format stream-json')
    for (const command of ['gemini -o text', 'gemini --output-format=json', 'gemini -o=json']) {
      expect(applyProtocol(command, 'gemini-json')).toBe(command)
    }
    expect(applyProtocol('gemini -p "use -o json"', 'gemini-json')).toBe(
      'gemini -p "use -o json" --output-format stream-json',
    )
    expect(applyResume('gemini --resume latest -m x', 'gemini-json', 'id-1')).toBe(
      'gemini -m x --resume id-1',
    )
  })
})
