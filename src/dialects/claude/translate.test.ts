import { describe, expect, it } from 'vitest'
import { readRecording, readRecordings } from '../../../test/recordings.ts'
import { obj } from '../../core/read.ts'
import { parseStreamLine } from '../registry.ts'
import { kindOf, kinds } from './translate.ts'

const RECORDINGS = readRecordings('claude')
/** Not stream-json: the CLI was asked for prose, or was killed in the middle of a line. */
const NOT_STREAM_JSON = new Set(['output-text', 'sigkill-midline'])

type Line = Record<string, unknown> & { type: string }

function linesOf(version: string, scenario: string): Line[] {
  return readRecording('claude', version, scenario).lines.map((line) => JSON.parse(line))
}

describe('the recordings of Claude Code', () => {
  it('hold all six versions', () => {
    expect([...new Set(RECORDINGS.map((recording) => recording.version))].sort()).toEqual([
      '1.0.128',
      '1.0.60',
      '2.0.77',
      '2.1.112',
      '2.1.200',
      '2.1.332',
    ])
    expect(RECORDINGS.length).toBeGreaterThan(270)
  })

  it('hold no line of a kind that is not listed, and every line gives events or is listed as redundant', () => {
    for (const { version, scenario, lines } of RECORDINGS) {
      if (NOT_STREAM_JSON.has(scenario)) continue
      for (const line of lines) {
        const kind = kindOf(JSON.parse(line))
        const where = `${version} ${scenario}: ${kind}`
        const rule = kinds[kind ?? '']
        expect(rule, where).toBeDefined()
        const events = parseStreamLine('claude-stream', line)
        expect(events.length === 0, where).toBe(rule?.as === 'redundant')
        const raws = events.filter((event) => event.type === 'raw')
        if (rule?.as === 'mapped') expect(raws, where).toEqual(blocksUnknown(line))
      }
    }
  })

  it('show notices on few lines: under a fifth of all, and of every recording long enough to tell', () => {
    let all = 0
    let noticed = 0
    for (const { version, scenario, lines } of RECORDINGS) {
      const notices = lines
        .flatMap((line) => parseStreamLine('claude-json', line))
        .filter((event) => event.payload.notice)
      all += lines.length
      noticed += notices.length
      // A failing run of five lines is nearly all retries: there a share says nothing.
      if (lines.length >= 10) expect(notices.length, `${version} ${scenario}`).toBeLessThan(lines.length / 5)
    }
    expect(noticed).toBeGreaterThan(40)
    expect(noticed).toBeLessThan(all / 5)
  })
})

/** The events that blocks of a type invented by the recorder's model server must give: raw, with the block. */
function blocksUnknown(line: string): unknown[] {
  const content = JSON.parse(line).message?.content
  const blocks = Array.isArray(content) ? content : []
  return blocks
    .filter((block) => block.type === 'future_block')
    .map((json) => ({ type: 'raw', payload: { json } }))
}

describe('redundant kinds: what they say is found in other lines', () => {
  const PARTIAL = ['1.0.128', '2.0.77', '2.1.112', '2.1.200', '2.1.332']
  const streamed = (version: string) =>
    linesOf(version, 'partial')
      .filter((line) => line.type === 'stream_event')
      .map((line) => obj(line.event))
  const ofType = (version: string, type: string) => streamed(version).filter((event) => event?.type === type)
  const messages = (version: string) =>
    linesOf(version, 'partial')
      .filter((line) => line.type === 'assistant')
      .map((line) => obj(line.message))

  for (const version of PARTIAL) {
    it(`${version}: message_start names messages that assistant lines repeat`, () => {
      const ids = ofType(version, 'message_start').map((event) => obj(event?.message)?.id)
      expect(ids.length).toBeGreaterThan(0)
      expect(new Set(messages(version).map((message) => message?.id))).toEqual(new Set(ids))
    })

    it(`${version}: the fragments of blocks, joined, are the blocks of assistant lines`, () => {
      const joined: string[] = []
      for (const event of streamed(version)) {
        const delta = obj(event?.delta)
        if (event?.type === 'content_block_start') joined.push('')
        if (event?.type !== 'content_block_delta') continue
        const piece = delta?.text ?? delta?.thinking ?? delta?.partial_json ?? ''
        joined[joined.length - 1] += String(piece)
      }
      const whole = messages(version).flatMap((message) => message?.content as { [key: string]: unknown }[])
      const texts = whole.map((block) => block.text ?? block.thinking ?? JSON.stringify(block.input))
      expect(joined.map(normalise)).toEqual(texts.map(normalise))
    })

    it(`${version}: the counts of message_delta add up to the result's`, () => {
      const served = ofType(version, 'message_delta').map((event) => Number(obj(event?.usage)?.output_tokens))
      const result = linesOf(version, 'partial').find((line) => line.type === 'result')
      expect(served.reduce((sum, count) => sum + count, 0)).toBe(obj(result?.usage)?.output_tokens)
    })

    it(`${version}: starts, stops and pings of blocks carry nothing but their place`, () => {
      for (const type of ['content_block_stop', 'message_stop', 'ping']) {
        for (const event of ofType(version, type)) {
          const { type: _type, index: _index, ...rest } = event ?? {}
          expect(rest).toEqual({})
        }
      }
    })
  }

  it('session_state_changed: other lines mark the same moments', () => {
    const lines = linesOf('2.1.332', 'state-events')
    const states = lines.filter((line) => line.subtype === 'session_state_changed').map((line) => line.state)
    expect(states).toContain('running')
    expect(states).toContain('idle')
    expect(lines.filter((line) => line.subtype === 'init').length).toBeGreaterThanOrEqual(
      states.filter((state) => state === 'running').length -
        states.filter((state) => state === 'requires_action').length,
    )
    expect(lines.filter((line) => line.type === 'result')).toHaveLength(
      states.filter((state) => state === 'idle').length,
    )
  })

  it('thinking_tokens: the text of the block follows in an assistant line', () => {
    for (const { version, scenario, lines } of RECORDINGS) {
      if (NOT_STREAM_JSON.has(scenario)) continue
      const parsed = lines.map((line) => JSON.parse(line))
      const at = parsed.findIndex((line) => line.subtype === 'thinking_tokens')
      if (at === -1) continue
      const block = parsed.slice(at).find((line) => line.message?.content?.[0]?.type === 'thinking')
      expect(block, `${version} ${scenario}`).toBeDefined()
    }
  })

  it('tool_progress: the call that it names has a call line and a result line', () => {
    const lines = linesOf('2.1.332', 'tool-progress')
    const beat = lines.find((line) => line.type === 'tool_progress')
    expect(beat?.heartbeat).toBe(true)
    const types = lines
      .flatMap((line) => parseStreamLine('claude-json', JSON.stringify(line)))
      .filter((event) => event.payload.callId === beat?.parent_tool_use_id)
      .map((event) => event.type)
    expect(types).toEqual(['tool.call', 'tool.result'])
  })

  it('command_lifecycle: a turn that it acknowledges is in the stream', () => {
    const lines = linesOf('2.1.332', 'replay-user')
    const acknowledged = new Set(
      lines.filter((line) => line.type === 'command_lifecycle').map((line) => line.command_uuid),
    )
    const echoed = new Set(lines.filter((line) => line.isReplay === true).map((line) => line.uuid))
    expect(acknowledged.size).toBeGreaterThan(0)
    expect(echoed).toEqual(acknowledged)
  })

  it('status requesting: carries nothing but its kind', () => {
    const { type, subtype, status, uuid, session_id, ...rest } =
      linesOf('2.1.332', 'partial').find((line) => line.status === 'requesting') ?? ({} as Line)
    expect({ type, subtype, status }).toEqual({ type: 'system', subtype: 'status', status: 'requesting' })
    expect(typeof uuid === 'string' && typeof session_id === 'string').toBe(true)
    expect(rest).toEqual({})
  })
})

/** Older versions add a leading break to an answer's first fragment; input is compared as JSON. */
function normalise(text: unknown): string {
  const value = String(text)
  return value.startsWith('{') ? JSON.stringify(JSON.parse(value)) : value
}
