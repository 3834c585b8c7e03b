import { describe, expect, it } from 'vitest'
import { summarizeUsage } from './usage.ts'

const CALLS = {
  count: 2,
  inputTokens: 23,
  outputTokens: 103,
  cacheReadTokens: 30_000,
  cacheCreationTokens: 300,
}

describe('the recap from aggregates', () => {
  it('takes tokens from the calls; cost, turns and duration from the harness', () => {
    const recap = summarizeUsage({
      calls: CALLS,
      latestCall: { model: 'claude-opus-5', contextTokens: 20_212 },
      latestSession: { inputTokens: 1, outputTokens: 1, costUsd: 0.0078, turns: 2, durationMs: 900 },
      started: { model: 'claude-sonnet-5', contextWindow: 1_000_000 },
    })
    expect(recap).toEqual({
      calls: 2,
      model: 'claude-opus-5',
      inputTokens: 23,
      outputTokens: 103,
      cacheReadTokens: 30_000,
      cacheCreationTokens: 300,
      contextTokens: 20_212,
      contextWindow: 1_000_000,
      costUsd: 0.0078,
      turns: 2,
      durationMs: 900,
      models: [],
      unattributed: null,
      outputIsLowerBound: false,
    })
  })

  it('falls back to the session total where there are no calls', () => {
    const none = { count: 0, inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheCreationTokens: 0 }
    const latestSession = {
      inputTokens: 8,
      outputTokens: 456,
      cacheReadTokens: null,
      cacheCreationTokens: null,
    }
    expect(summarizeUsage({ calls: none, latestSession })).toMatchObject({
      calls: 0,
      inputTokens: 8,
      outputTokens: 456,
      cacheReadTokens: null,
      costUsd: null,
    })
  })

  it('invents no figure', () => {
    expect(summarizeUsage({ calls: { count: 0 } })).toMatchObject({
      inputTokens: null,
      costUsd: null,
      turns: null,
      durationMs: null,
      contextTokens: null,
      contextWindow: null,
      model: null,
    })
  })

  it('reads the window out of the model where old events have none', () => {
    const window = (model: string): number | null =>
      summarizeUsage({ calls: CALLS, latestCall: { model } }).contextWindow
    expect(window('claude-sonnet-5')).toBe(1_000_000)
    expect(window('claude-sonnet-4-5[1m]')).toBe(1_000_000)
    expect(window('claude-haiku-4-5-20251001')).toBe(200_000)
  })

  it('prefers the window that the harness stated for the model, with or without a suffix', () => {
    const models = [{ model: 'claude-sonnet-4-5[1m]', inputTokens: 1, contextWindow: 900_000 }]
    const recap = summarizeUsage({
      calls: CALLS,
      latestCall: { model: 'claude-sonnet-4-5' },
      latestSession: { models },
      started: { contextWindow: 200_000 },
    })
    expect(recap.contextWindow).toBe(900_000)
  })
})
