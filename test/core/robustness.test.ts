import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  AGENT_PROTOCOLS,
  applyEvent,
  createSession,
  foldSession,
  joinFragments,
  type NormalizedEvent,
  parseLines,
  parseStreamLine,
  summarizeUsage,
} from '../../src/index.ts'
import { validateEvent } from '../../src/schema/index.ts'
import { readRecordings } from '../recordings.ts'

const BASE_KEYS: Readonly<Record<string, readonly string[]>> = {
  'session.started': ['harness', 'model', 'contextWindow', 'cwd', 'sessionId', 'tools'],
  'session.title': ['title'],
  message: ['role', 'text', 'truncated'],
  thinking: ['text', 'truncated'],
  'tool.call': ['callId', 'name', 'input', 'truncated'],
  'tool.result': ['callId', 'isError', 'output', 'truncated'],
  plan: ['steps'],
  usage: ['scope', 'inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheCreationTokens'],
  'session.ended': ['status', 'stopReason', 'summary'],
  'session.background': ['tasks'],
  raw: [],
}
const TRANSLATED = AGENT_PROTOCOLS.filter((protocol) => protocol !== 'jsonl')

/** Real lines whose values, at random places, are replaced by any JSON: what a changed CLI would print. */
const mutatedLine = fc
  .tuple(
    fc.constantFrom(...sampleLines()),
    fc.array(fc.tuple(fc.nat(), fc.jsonValue({ maxDepth: 3 })), { maxLength: 4 }),
  )
  .map(([line, changes]) => {
    const value = JSON.parse(line)
    for (const [place, replacement] of changes) {
      const slots = slotsOf(value)
      const slot = slots[place % slots.length]
      if (slot) slot.holder[slot.key] = replacement
    }
    return JSON.stringify(value)
  })

describe('whatever a line holds', () => {
  it('no JSON value makes a dialect or the fold throw; events are well formed and equal on a second reading', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), mutatedLine), (line) => checkLine(line)),
      { numRuns: 3_000 },
    )
  })

  it('no text makes a dialect throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (line) => checkLine(line)),
      { numRuns: 1_000 },
    )
  })

  it('every line of every recording', () => {
    for (const { lines } of readRecordings('claude')) for (const line of lines) checkLine(line)
  })

  it('the fold takes any payload', () => {
    const anyEvent = fc.record({
      type: fc.constantFrom(...Object.keys(BASE_KEYS), 'future.type'),
      payload: fc.dictionary(fc.constantFrom(...PAYLOAD_KEYS), fc.jsonValue({ maxDepth: 3 })),
    })
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 20 }), (events) => {
        const state = foldSession(events as NormalizedEvent[])
        expect(allFinite(state)).toBe(true)
        expect(JSON.parse(JSON.stringify(state))).toEqual(state)
        joinFragments(events as NormalizedEvent[])
      }),
      { numRuns: 1_000 },
    )
  })

  it('a fold that went through JSON goes on as if it had not', () => {
    const events = readRecordings('claude').flatMap(({ lines, scenario }) =>
      scenario === 'demo-fix-bug' ? parseLines('claude-json', lines) : [],
    )
    let state = createSession({ protocol: 'claude-json' })
    for (const event of events) state = JSON.parse(JSON.stringify(applyEvent(state, event)))
    expect(state).toEqual(foldSession(events, { protocol: 'claude-json' }))
  })
})

function checkLine(line: string): void {
  for (const protocol of AGENT_PROTOCOLS) {
    const events = parseStreamLine(protocol, line)
    expect(parseStreamLine(protocol, line)).toStrictEqual(events)
    foldSession(events, { protocol })
    summarizeUsage(events)
    if (protocol !== 'jsonl') for (const event of events) checkEvent(event)
  }
  expect(parseStreamLine('none', line)).toEqual([])
}

function checkEvent({ type, payload }: NormalizedEvent): void {
  for (const key of BASE_KEYS[type] ?? []) expect(payload, type).toHaveProperty(key)
  expect(validateEvent({ type, payload }), type).toEqual([])
  const text = JSON.stringify(payload)
  expect(text.isWellFormed()).toBe(true)
  expect(/\\ud[89a-f]/i.test(text)).toBe(false)
  if (type === 'usage')
    expect(
      Object.values(payload).every(
        (value) => typeof value !== 'number' || (Number.isFinite(value) && value >= 0),
      ),
    ).toBe(true)
  for (const key of ['text', 'input', 'output', 'summary']) {
    const value = payload[key]
    if (typeof value === 'string' && type !== 'raw') expect(value.length).toBeLessThanOrEqual(8_000)
  }
}

describe('lines at the edge of what JSON is', () => {
  const assistant = (text: string) =>
    `{"type":"assistant","message":{"content":[{"type":"text","text":${text}}]}}`

  it('keys like __proto__ are ordinary', () => {
    const [event] = parseStreamLine('claude-json', '{"type":"x","__proto__":{"polluted":1},"constructor":2}')
    expect(Object.keys(event?.payload.json as object)).toEqual(['type', '__proto__', 'constructor'])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    const [own] = parseStreamLine('jsonl', '{"type":"message","__proto__":{"polluted":1},"text":"x"}')
    expect(Object.keys(own?.payload ?? {})).toEqual(['__proto__', 'text'])
    expect(parseStreamLine('claude-json', '{"type":"__proto__"}')[0]?.type).toBe('raw')
    expect(parseStreamLine('claude-json', '{"type":"constructor"}')[0]?.type).toBe('raw')
  })

  it('NUL, U+2028, BOM and CR', () => {
    expect(parseStreamLine('claude-json', assistant('"a\\u0000b\u2028c"'))[0]?.payload.text).toBe(
      'a\u0000b\u2028c',
    )
    expect(parseStreamLine('claude-json', `\ufeff${assistant('"\ufeffx"')}\r`)[0]?.payload.text).toBe(
      '\ufeffx',
    )
  })

  it('lone surrogates become U+FFFD, in values, ids and keys', () => {
    expect(parseStreamLine('claude-json', assistant('"a\\ud83d b \\ude00"'))[0]?.payload.text).toBe(
      'a\ufffd b \ufffd',
    )
    const json = parseStreamLine('claude-json', '{"type":"x","\\uDC00":"\\ud800"}')[0]?.payload.json
    expect(json).toEqual({ type: 'x', '\ufffd': '\ufffd' })
    expect(parseStreamLine('claude-json', '\ud800')[0]?.payload.text).toBe('\ufffd')
    expect(parseLines('claude-json', ['\ud800'])[0]?.source).toBe('\ufffd')
  })

  it('100,000 levels of nesting are kept as clipped text', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    for (const protocol of TRANSLATED.filter((name) => name !== 'none')) {
      for (const line of [
        `{"type":"x","a":${deep}}`,
        assistant(deep),
        `{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t","name":"n","input":${deep}}]}}`,
      ]) {
        const [event] = parseStreamLine(protocol, line)
        expect(event?.type).toBe('raw')
        expect(event?.payload).toMatchObject({ truncated: true, originalLength: line.length })
      }
    }
    expect(parseStreamLine('jsonl', `{"type":"message","a":${deep}}`)[0]?.type).toBe('raw')
  })

  it('numbers beyond what a count can hold are not counted, and duplicate keys take the last', () => {
    const usage =
      '{"type":"result","usage":{"input_tokens":9007199254740993,"output_tokens":-1,"cache_read_input_tokens":1e999,"cache_creation_input_tokens":1,"cache_creation_input_tokens":7}}'
    expect(parseStreamLine('claude-json', usage)[0]?.payload).toMatchObject({
      inputTokens: null,
      outputTokens: null,
      cacheReadTokens: null,
      cacheCreationTokens: 7,
    })
  })

  it('an unmapped value over 64 KiB is kept as clipped text, and a jsonl payload up to 1 MiB as it is', () => {
    const [event] = parseStreamLine('claude-json', `{"type":"x","a":"${'y'.repeat(70_000)}"}`)
    expect(event?.payload).toMatchObject({ truncated: true, originalLength: 70_019 })
    const long = 'z'.repeat(1_000_000)
    expect(parseStreamLine('jsonl', `{"type":"message","text":"${long}"}`)[0]?.payload.text).toBe(long)
    expect(parseStreamLine('jsonl', `{"type":"message","text":"${long.repeat(2)}"}`)[0]?.type).toBe('raw')
  })

  it('a line of 3 MB and one of 64 MB are read, clipped, with their length', () => {
    for (const length of [3_000_000, 64_000_000]) {
      const [event] = parseStreamLine('claude-json', assistant(`"${'x'.repeat(length)}"`))
      expect(event?.payload).toMatchObject({ truncated: true, originalLength: length })
      expect(String(event?.payload.text)).toHaveLength(8_000)
    }
  })

  it('a budget stops inside a line, and clip: Infinity gives whole texts', () => {
    const line = '{"type":"result","result":"x","usage":{}}'
    expect(parseLines('claude-json', [line, line], 3)).toHaveLength(3)
    const [event] = parseLines('claude-json', [assistant(`"${'x'.repeat(9_000)}"`)], undefined, {
      clip: Infinity,
    })
    expect(event?.payload).toEqual({ role: 'assistant', text: 'x'.repeat(9_000), truncated: false })
  })

  it('misuse throws, with the names that are known', () => {
    expect(() => parseStreamLine('claude', '')).toThrow(TypeError)
    expect(() => parseLines('', [])).toThrow(/Known protocols: none, claude-json, claude-stream, jsonl/)
  })
})

function sampleLines(): string[] {
  const all = readRecordings('claude').filter(({ version }) => version === '2.1.332')
  const byKind = new Map<string, string>()
  for (const { lines } of all) {
    for (const line of lines) {
      if (line.length > 5_000 || !line.startsWith('{') || !line.endsWith('}')) continue
      const { type, subtype, message, request } = JSON.parse(line)
      byKind.set([type, subtype, message?.content?.[0]?.type, request?.subtype].join(), line)
    }
  }
  return [...byKind.values()]
}

type Slot = { holder: Record<string, unknown>; key: string }

function slotsOf(value: unknown): Slot[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Record<string, unknown>
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...slotsOf(holder[key])])
}

function allFinite(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  return typeof value !== 'object' || value === null || Object.values(value).every(allFinite)
}

const PAYLOAD_KEYS = [
  ...new Set(Object.values(BASE_KEYS).flat()),
  'notice',
  'merge',
  'covers',
  'costUsd',
  'sinceLast',
  'turn',
  'models',
  'messageId',
  'sessionId',
  'parentCallId',
  'model',
  'turns',
  'durationMs',
  'reason',
  'origin',
  'delta',
]
