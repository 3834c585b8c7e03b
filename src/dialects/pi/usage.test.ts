import { describe, expect, it } from 'vitest'
import { readRecording } from '../../../test/recordings.ts'
import type { NormalizedEvent } from '../../core/events.ts'
import { foldSession, parseLines, parseStreamLine } from '../registry.ts'

function eventsOf(scenario: string, version = '1.6.0'): NormalizedEvent[] {
  return parseLines('pi-json', readRecording('pi', version, scenario).lines)
}

const payloads = (events: readonly NormalizedEvent[], type: string) =>
  events.filter((event) => event.type === type).map((event) => event.payload)
const notices = (events: readonly NormalizedEvent[]) =>
  payloads(events, 'raw').flatMap(({ notice }) => (notice ? [notice as Record<string, unknown>] : []))
const read = (line: object) => parseStreamLine('pi-json', JSON.stringify(line))

describe('the usage of pi', () => {
  it('is that of each call, with model, cost and reasoning', () => {
    const [usage] = payloads(eventsOf('reasoning'), 'usage')
    expect(usage).toEqual({
      scope: 'call',
      model: 'mock-1',
      inputTokens: 476,
      outputTokens: 90,
      cacheReadTokens: 1024,
      cacheCreationTokens: 0,
      contextTokens: 1500,
      messageId: 'chatcmpl_mock0001/1796095945486',
      reasoningTokens: 64,
      costUsd: 0.0009383999999999999,
    })
  })

  it('counts a call for which the provider used an id again', () => {
    const runs = ['resume-1', 'resume-2'].flatMap((run) => eventsOf(run).map((event) => ({ ...event, run })))
    expect(payloads(runs, 'usage')).toHaveLength(2)
    expect(foldSession(runs, { protocol: 'pi-json' }).usage).toMatchObject({ calls: 2, outputTokens: 107 })
  })

  it('counts the call of a compaction, which is not the context', () => {
    const events = eventsOf('compaction')
    expect(notices(events)).toMatchObject([
      { kind: 'compaction', before: 20_400, after: 3_176, trigger: 'threshold' },
    ])
    const upToNotice = events.slice(0, events.findIndex((event) => notices([event]).length > 0) + 2)
    const { usage } = foldSession(upToNotice, { protocol: 'pi-json' })
    expect(usage).toMatchObject({ calls: 2, inputTokens: 20_400, outputTokens: 930, contextTokens: null })
  })

  it('counts calls that a tool made, nested, and one that warmed the cache', () => {
    const usage = { input: 5, output: 2, cacheRead: 0, cacheWrite: 0 }
    const result = { content: [], usage }
    const [, nested] = read({
      type: 'tool_execution_end',
      toolCallId: 'a',
      toolName: 'x',
      result,
      isError: false,
    })
    expect(nested?.payload).toMatchObject({ inputTokens: 5, contextTokens: null, parentCallId: 'a' })
    const entry = { type: 'usage', kind: 'cache_warm', model: 'm', usage }
    expect(read({ type: 'entry_appended', entry })).toMatchObject([
      { type: 'usage', payload: { model: 'm', outputTokens: 2, contextTokens: null } },
    ])
  })
})
