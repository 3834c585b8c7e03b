import { describe, expect, it } from 'vitest'
import { readRecording } from '../../../test/recordings.ts'
import { foldSession, parseLines, parseStreamLine, type SessionState } from '../../index.ts'

/** Runs of one task, one after the other, as the fold tells them. */
function foldRuns(version: string, scenarios: readonly string[]): SessionState {
  const events = scenarios.flatMap((scenario) =>
    parseLines('codex-json', readRecording('codex', version, scenario).lines).map((event) => ({
      ...event,
      run: scenario,
    })),
  )
  return foldSession(events, { protocol: 'codex-json' })
}

/** Input, output, cache read and cache creation that the model server served in those runs. */
function servedIn(version: string, scenarios: readonly string[]): number[] {
  const totals = scenarios.map((scenario) => readRecording('codex', version, scenario).served?.usage ?? [])
  return [0, 1, 2, 3].map((at) => totals.reduce((sum, usage) => sum + (usage[at] ?? Number.NaN), 0))
}

function countersOf({ usage }: SessionState): (number | null)[] {
  return [usage.inputTokens, usage.outputTokens, usage.cacheReadTokens, usage.cacheCreationTokens ?? 0]
}

describe('usage of Codex', () => {
  for (const version of ['0.98.0', '0.142.5', '0.171.0']) {
    it(`${version}: a thread in two processes consumed what both were served, counted once`, () => {
      const runs = ['resume-1', 'resume-2']
      const state = foldRuns(version, runs)
      expect(countersOf(state)).toEqual(servedIn(version, runs))
      expect(state.turns).toBe(2)
    })
  }

  it('of a thread that the app-server resumes: its last call is stated again, and counted once', () => {
    const runs = ['app-server-resume-1', 'app-server-resume-2']
    const state = foldRuns('0.171.0', runs)
    expect(countersOf(state)).toEqual(servedIn('0.171.0', runs))
    expect(state.usage).toMatchObject({ calls: 4, contextTokens: 1_200, contextWindow: 258_400 })
    expect(state.usage.unattributed).toMatchObject({ inputTokens: 0, outputTokens: 0, cacheReadTokens: 0 })
  })

  it('of a subagent beside the turn is counted, and its thread is not taken for the session', () => {
    const state = foldRuns('0.171.0', ['app-server-subagents-v2'])
    expect(countersOf(state)).toEqual(servedIn('0.171.0', ['app-server-subagents-v2']))
    const events = parseLines(
      'codex-json',
      readRecording('codex', '0.171.0', 'app-server-subagents-v2').lines,
    )
    expect(state.sessionId).toBe(events.find(({ type }) => type === 'session.started')?.payload.sessionId)
    expect(state.usage.calls).toBe(5)
  })

  it('has disjoint counters that are never negative, and says nothing that was not said', () => {
    const read = (usage: object | null) =>
      parseStreamLine('codex-json', JSON.stringify({ type: 'turn.completed', usage }))
    expect(
      read({ input_tokens: 10, cached_input_tokens: 8, cache_write_input_tokens: 7, output_tokens: 1 })[0]
        ?.payload,
    ).toEqual({
      scope: 'session',
      inputTokens: 0,
      outputTokens: 1,
      cacheReadTokens: 8,
      cacheCreationTokens: 7,
      costUsd: null,
      turns: null,
      durationMs: null,
      covers: 'thread',
    })
    expect(read({ input_tokens: 'x', cached_input_tokens: 3 })[0]?.payload).toMatchObject({
      inputTokens: null,
      cacheReadTokens: 3,
      cacheCreationTokens: null,
    })
    expect(read(null).map(({ type }) => type)).toEqual(['session.ended'])
  })

  it('of 0.42.0: the same call is stated twice, and the context is that of the last one', () => {
    const state = foldRuns('0.42.0', ['legacy-042'])
    expect(state.usage).toMatchObject({
      calls: 0,
      contextTokens: 2_300,
      contextWindow: 272_000,
      model: 'gpt-5',
    })
  })
})
