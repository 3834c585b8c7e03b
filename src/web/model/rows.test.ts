import { describe, expect, it } from 'vitest'
import { readRecording } from '../../../test/recordings.ts'
import { parseLines } from '../../dialects/registry.ts'
import type { ApiEvent } from '../api/types.ts'
import type { Row } from './row.ts'
import { buildRows } from './rows.ts'

const CONTEXT = { showRaw: false, liveRuns: new Set<string>(), cwd: '/workspace/demo' }

function apiEvents(scenario: string, version = '2.1.332'): ApiEvent[] {
  const events = parseLines('claude-stream', readRecording('claude', version, scenario).lines)
  return events.map(({ type, payload }, index) => made(index + 1, type, payload as ApiEvent['payload']))
}

function made(seq: number, type: string, payload: ApiEvent['payload'], run = 'r1'): ApiEvent {
  return { seq, ts: seq * 1_000, tsKind: 'read', type, payload, run, hasSource: true }
}

const rowsOf = (events: readonly ApiEvent[], context = CONTEXT, related: ApiEvent[] = []) =>
  buildRows(events, related, context)
const kindsOf = (rows: readonly Row[]) => rows.map((row) => row.kind)
const callsOf = (rows: readonly Row[]) => rows.flatMap((row) => (row.kind === 'call' ? [row] : []))

describe('the rows of a session', () => {
  it('hold each call once, with its result inside, whatever order results came in', () => {
    const events = apiEvents('multi-block')
    const calls = callsOf(rowsOf(events))
    expect(calls).toHaveLength(events.filter((event) => event.type === 'tool.call').length)
    for (const { event, result } of calls) expect(result?.payload.callId).toBe(event.payload.callId)
  })

  it('show a session start once, though it is printed at every turn, and paths inside the folder without it', () => {
    expect(kindsOf(rowsOf(apiEvents('stream-two-turns'))).filter((kind) => kind === 'started')).toHaveLength(
      1,
    )
    const [first] = apiEvents('stream-two-turns').filter(({ type }) => type === 'session.started')
    if (!first) throw new Error('a recording without a start')
    const later = { ...first, seq: first.seq + 1, payload: { sessionId: null, model: 'm-2', cwd: null } }
    const early = { ...first, payload: { ...first.payload, model: null } }
    expect(rowsOf([early, later]).map(({ event }) => event.payload.model)).toEqual(['m-2'])
    expect(rowsOf([first, later])).toHaveLength(2)
    const [edit] = callsOf(rowsOf(apiEvents('demo-fix-bug'))).filter((row) => row.summary.verb === 'Edit')
    expect(edit?.summary.subject).toBe('sum.js')
  })

  it('put a subagent’s rows under its call, though their times interleave', () => {
    const rows = rowsOf(apiEvents('demo-research'))
    const agents = rows.flatMap((row, index) =>
      row.kind === 'call' && row.summary.kind === 'agent' ? [index] : [],
    )
    expect(agents).toHaveLength(2)
    for (const index of agents) expect(rows[index + 1]?.depth).toBe(1)
    expect(rows.filter((row) => row.depth === 1).length).toBeGreaterThan(2)
  })

  it('tell a plan call by its plan, unless it failed', () => {
    const names = (scenario: string, version?: string) =>
      callsOf(rowsOf(apiEvents(scenario, version))).map((row) => row.name)
    expect(names('todo-write')).toEqual([])
    expect(names('todo-write', '1.0.60')).toEqual(['TodoWrite', 'TodoWrite', 'TodoWrite'])
    const plans = rowsOf(apiEvents('demo-fix-bug')).flatMap((row) =>
      row.kind === 'plan' ? [[row.head, row.steps[0]?.text]] : [],
    )
    expect(plans.slice(0, 4)).toEqual([
      ['1 step added', 'Reproduce the failure'],
      ['1 step added', 'Fix sum()'],
      ['1 step added', 'Verify'],
      ['0 of 3 done', 'Reproduce the failure'],
    ])
  })

  it('hide raw rows unless they are asked for', () => {
    const events = apiEvents('hooks')
    const hidden = events.filter((event) => event.type === 'raw' && !event.payload.notice).length
    expect(hidden).toBeGreaterThan(0)
    expect(kindsOf(rowsOf(events))).not.toContain('raw')
    expect(
      kindsOf(rowsOf(events, { ...CONTEXT, showRaw: true })).filter((kind) => kind === 'raw'),
    ).toHaveLength(hidden)
  })

  it('join retries, and count what still runs at the end of a turn', () => {
    const retries = rowsOf(apiEvents('err-529')).flatMap((row) => (row.kind === 'notice' ? [row.count] : []))
    expect(retries).toEqual([2])
    for (const version of ['2.1.112', '2.1.332']) {
      const ended = rowsOf(apiEvents('bash-background-stream', version)).flatMap((row) =>
        row.kind === 'ended' ? [row.background] : [],
      )
      expect(ended.slice(0, 2), version).toEqual([1, 0])
    }
  })

  it('close a request when its call has a result', () => {
    const events = apiEvents('perm-stdio-allow')
    const asked = events.findIndex((event) => event.type === 'raw')
    const open = (until: number) =>
      rowsOf(events.slice(0, until)).flatMap((row) => (row.kind === 'notice' ? [row.isOpen] : []))
    expect(open(asked + 1)).toEqual([true])
    expect(open(events.length).every((isOpen) => !isOpen)).toBe(true)
  })

  it('head a turn with the human’s words, drop their echo, and keep what came in between apart', () => {
    const say = (seq: number, text: string, origin?: string) =>
      made(seq, 'message', { role: 'user', text, truncated: false, ...(origin ? { origin } : {}) })
    const rows = rowsOf([
      say(1, 'First'),
      say(2, 'First', 'echo'),
      say(3, 'also this'),
      say(4, 'note', 'injected'),
      made(5, 'session.ended', { status: 'succeeded' }),
      say(6, 'Second'),
    ])
    expect(rows.map((row) => [row.kind, 'text' in row ? row.text : null])).toEqual([
      ['turn', 'First'],
      ['said', 'also this'],
      ['injected', 'note'],
      ['ended', null],
      ['turn', 'Second'],
    ])
  })

  it('join fragments, and let the whole take their place', () => {
    const part = (seq: number, text: string, delta: boolean) =>
      made(seq, 'message', { role: 'assistant', text, truncated: false, ...(delta ? { delta: true } : {}) })
    const texts = (events: ApiEvent[]) =>
      rowsOf(events).map((row) => (row.kind === 'message' ? [row.text, row.isStreaming] : row.kind))
    expect(texts([part(1, 'Hel', true), part(2, 'lo', true)])).toEqual([['Hello', true]])
    expect(texts([part(1, 'Hel', true), part(2, 'lo', true), part(3, 'Hello', false)])).toEqual([
      ['Hello', false],
    ])
    expect(texts([part(1, 'Hel', true), part(2, 'Other', false)])).toEqual([
      ['Hel', false],
      ['Other', false],
    ])
  })

  it('find a call that lies before the page, and mark one whose run is over as unfinished', () => {
    const call = made(1, 'tool.call', {
      callId: 'c1',
      name: 'Bash',
      input: '{"command":"ls"}',
      truncated: false,
    })
    const result = made(9, 'tool.result', { callId: 'c1', isError: false, output: 'x', truncated: false })
    const [row] = callsOf(rowsOf([result], CONTEXT, [call]))
    expect(row).toMatchObject({ summary: { verb: 'Run', subject: 'ls' }, durationMs: 8_000, isLive: false })
    expect(callsOf(rowsOf([call], { ...CONTEXT, liveRuns: new Set(['r1']) }))[0]?.isLive).toBe(true)
    expect(callsOf(rowsOf([call]))[0]).toMatchObject({ isLive: false, result: null })
  })

  it('refine a call by what a later line says of it, and replace it by a whole one', () => {
    const call = (seq: number, payload: ApiEvent['payload']) =>
      made(seq, 'tool.call', { callId: 'c1', name: null, input: null, truncated: false, ...payload })
    const first = call(1, { name: 'Terminal', input: '{}', kind: 'execute', title: 'Terminal' })
    const later = call(2, { input: '{"command":"ls"}', merge: true })
    const [refined, ...more] = callsOf(rowsOf([first, later]))
    expect(more).toEqual([])
    expect(refined).toMatchObject({ name: 'Terminal', summary: { kind: 'execute', subject: 'ls' } })
    const [replaced] = callsOf(rowsOf([first, call(2, { name: 'Read', input: '{"path":"a"}' })]))
    expect(replaced).toMatchObject({
      name: 'Read',
      statedKind: null,
      summary: { kind: 'read', subject: 'a' },
    })
  })
})
