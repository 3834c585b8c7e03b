import { describe, expect, it } from 'vitest'
import { readRecording } from '../../../test/recordings.ts'
import type { NormalizedEvent } from '../../core/events.ts'
import { foldSession, parseLines, parseStreamLine } from '../registry.ts'

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

describe('rpc mode', () => {
  it('states model, window and session, and what the whole session consumed', () => {
    const state = stateOf('rpc')
    expect(state).toMatchObject({ status: 'succeeded', model: 'mock-1' })
    expect(state.sessionId).toMatch(/^01a22/)
    expect(state.usage).toMatchObject({
      calls: 2,
      inputTokens: 400,
      outputTokens: 80,
      cacheReadTokens: 2_000,
      contextWindow: 128_000,
      costUsd: 0.0009199999999999999,
    })
    expect(payloads(eventsOf('rpc'), 'usage').at(-1)).toMatchObject({ scope: 'session', covers: 'thread' })
  })

  it('tells failed commands, questions, remarks and broken extensions', () => {
    const first = (line: object) => notices(read(line))[0]
    const request = (method: string, rest: object) =>
      first({ type: 'extension_ui_request', id: 'u1', method, ...rest })
    expect(
      first({ type: 'response', command: 'set_model', success: false, error: 'Not found' }),
    ).toMatchObject({
      kind: 'warning',
      text: 'Command set_model: Not found',
    })
    expect(request('select', { title: 'Sure?', options: ['Yes', 'No'] })).toMatchObject({
      kind: 'question',
      requestId: 'u1',
      text: 'Sure?',
      state: 'open',
      options: [{ id: 'Yes', label: 'Yes' }, { id: 'No' }],
    })
    expect(request('notify', { message: 'Blocked', notifyType: 'error' })).toEqual({
      kind: 'error',
      text: 'Blocked',
    })
    expect(first({ type: 'extension_error', extensionPath: '/x.ts', error: 'boom' })).toMatchObject({
      text: 'Extension /x.ts: boom',
    })
    expect(read({ type: 'extension_ui_request', method: 'setStatus' })[0]?.payload).not.toHaveProperty(
      'notice',
    )
  })

  it('tells a compaction that did not come about', () => {
    const compaction = (rest: object) =>
      notices(read({ type: 'compaction_end', reason: 'manual', ...rest }))[0]
    expect(compaction({ aborted: true })).toEqual({ kind: 'warning', text: 'Compaction: aborted' })
    expect(compaction({ aborted: false, errorMessage: 'terminated' })).toMatchObject({
      text: 'Compaction: terminated',
    })
  })
})
