import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { vocabularySource } from '../../scripts/vocabulary-source.ts'
import { readRecordings } from '../../test/recordings.ts'
import { TASK_EVENT_TYPES } from '../core/events.ts'
import { translateLines } from '../core/parse.ts'
import { claude } from '../dialects/claude/index.ts'
import { validateEvent, vocabularyJsonSchema } from './index.ts'

describe('validateEvent', () => {
  it('accepts an event and does not look at the keys around it', () => {
    const event = {
      type: 'message',
      payload: { role: 'user', text: 'hi', truncated: false },
      source: '{}',
      ts: 5,
    }
    expect(validateEvent(event)).toEqual([])
  })

  it('says where a problem is', () => {
    const steps = [
      { text: 'a', status: 'pending' },
      { text: 'b', status: 'done' },
    ]
    expect(validateEvent({ type: 'plan', payload: { steps } }).map(({ path }) => path)).toEqual([
      'payload.steps[1].status',
    ])
  })

  it('refuses a missing base key, an unknown key and an unknown type', () => {
    const paths = (value: unknown): string[] => validateEvent(value).map(({ path }) => path)
    expect(paths({ type: 'session.title', payload: {} })).toEqual(['payload.title'])
    expect(paths({ type: 'session.title', payload: { title: null, aiTitle: 'x' } })).toEqual([
      'payload.aiTitle',
    ])
    expect(paths({ type: 'tool_use', payload: {} })).toEqual(['type'])
    expect(paths(null)).toEqual([''])
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 2 ** 53 + 2, '5'])(
    'refuses %s as a counter',
    (counter) => {
      const counters = {
        inputTokens: counter,
        outputTokens: 1,
        cacheReadTokens: null,
        cacheCreationTokens: null,
      }
      const payload = { scope: 'call', model: null, ...counters, contextTokens: null }
      expect(validateEvent({ type: 'usage', payload }).map(({ path }) => path)).toEqual([
        'payload.inputTokens',
      ])
    },
  )

  it('accepts only what JSON can carry as raw json', () => {
    const raw = (json: unknown): number => validateEvent({ type: 'raw', payload: { json } }).length
    expect(raw({ a: [1, null, { b: 'c' }] })).toBe(0)
    expect([raw(undefined), raw({ a: undefined }), raw([1n]), raw(new Date(0)), raw(Number.NaN)]).toEqual([
      1, 1, 1, 1, 1,
    ])
  })

  it('bears nesting of 100,000 levels and cycles', () => {
    let deep: unknown = null
    for (let level = 0; level < 100_000; level++) deep = [deep]
    expect(validateEvent({ type: 'raw', payload: { json: deep } })).toEqual([])
    const cycle: Record<string, unknown> = {}
    cycle.self = cycle
    expect(validateEvent(cycle)).toHaveLength(1)
  })

  it('never throws', () => {
    const type = fc.constantFrom(...TASK_EVENT_TYPES)
    fc.assert(fc.property(fc.anything(), (value) => Array.isArray(validateEvent(value))))
    fc.assert(
      fc.property(type, fc.anything(), (type, payload) => Array.isArray(validateEvent({ type, payload }))),
    )
  })

  it('accepts every event of the recordings', () => {
    const recordings = readRecordings('claude')
    expect(recordings.length).toBeGreaterThan(50)
    for (const { version, scenario, lines } of recordings) {
      for (const event of translateLines(claude, lines)) {
        expect(validateEvent(event), `${version} ${scenario} ${event.source.slice(0, 300)}`).toEqual([])
      }
    }
  })
})

describe('vocabularyJsonSchema', () => {
  it('is what its generator writes', async () => {
    await expect(vocabularySource()).toMatchFileSnapshot('./vocabulary.gen.ts')
  })

  it('has every event type, in order', () => {
    const schema = vocabularyJsonSchema as { oneOf: { properties: { type: { const: string } } }[] }
    expect(schema.oneOf.map((variant) => variant.properties.type.const)).toEqual([...TASK_EVENT_TYPES])
  })
})
