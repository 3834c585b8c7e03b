import { describe, expect, it } from 'vitest'
import { ended, event, exited, message, noticed, toolCall, toolResult } from '../../test/fold-events.ts'
import { applyEvent, createSession, type FoldedEvent, foldSession, viewOf } from './session.ts'

describe('identity', () => {
  it('is filled and changed by later starts; null changes nothing', () => {
    const state = foldSession([
      event('session.started', { harness: 'h', model: 'a', sessionId: 's1', cwd: '/x' }),
      event('session.started', {
        harness: null,
        model: 'b',
        sessionId: null,
        cwd: null,
        harnessVersion: '2',
      }),
    ])
    expect(state).toMatchObject({ harness: 'h', harnessVersion: '2', model: 'b', sessionId: 's1', cwd: '/x' })
  })

  it('keeps a good session id when a lost resume prints a statement of zeros', () => {
    const usage = (sessionId: string, inputTokens: number) =>
      event('usage', { scope: 'session', inputTokens, outputTokens: 0, sessionId })
    const state = foldSession([usage('good', 5)])
    expect(state.sessionId).toBe('good')
    expect(applyEvent(state, usage('fresh', 0)).sessionId).toBe('good')
    expect(applyEvent(state, usage('next', 1)).sessionId).toBe('next')
  })

  it('stays what was started when figures name a thread beside it', () => {
    const ofThread = {
      scope: 'session',
      inputTokens: 5,
      outputTokens: 0,
      covers: 'thread',
      sessionId: 'side',
    }
    expect(foldSession([event('usage', ofThread)]).sessionId).toBe('side')
    const started = event('session.started', { harness: 'h', sessionId: 'main' })
    expect(foldSession([started, event('usage', ofThread)]).sessionId).toBe('main')
  })

  it('has the latest title, but a human one is not replaced by an agent', () => {
    const title = (text: string, more: object = {}) => event('session.title', { title: text, ...more })
    const state = foldSession([title('One'), title('Two\u001b[31m\n')])
    expect(state.title).toBe('Two')
    applyEvent(state, title('Mine', { origin: 'human' }))
    applyEvent(state, title('Three', { origin: 'agent' }))
    expect([state.title, state.titleOrigin]).toEqual(['Mine', 'human'])
    expect(applyEvent(state, title('Ours', { origin: 'human' })).title).toBe('Ours')
  })
})

describe('the state', () => {
  it('counts events by type, the unknown as raw, and notes times', () => {
    const state = foldSession([
      message('a', { ts: 50 }),
      message('b', { ts: 20 }),
      event('raw', { json: {} }, { ts: Number.NaN }),
      noticed('retry'),
      { type: 'constructor', payload: {} } as never,
      { type: 7, payload: null } as never,
    ])
    expect(state.counts).toEqual({ events: 6, byType: { message: 2, raw: 4 }, hiddenRaw: 3 })
    expect([state.startedAt, state.lastAt]).toEqual([50, 50])
  })

  it('goes on from JSON where it stopped', () => {
    const events = [
      event('session.started', { model: 'm' }),
      toolCall('t', 'TodoWrite'),
      message(),
      toolResult('t', true),
      ended(),
    ]
    let stored = createSession()
    for (const one of events) stored = applyEvent(JSON.parse(JSON.stringify(stored)), one)
    expect(stored).toEqual(foldSession(events))
    expect(viewOf(stored)).not.toHaveProperty('memory')
  })

  it('is bounded, however much a session does', () => {
    const long = 'x'.repeat(100_000)
    const state = createSession()
    for (let index = 0; index < 2_500; index++) {
      applyEvent(state, toolCall(`c${index}`, `tool-${index}-${long}`))
      applyEvent(state, toolCall(`r${index}`, 'Read', { input: `{"file_path":"/file/${index}"}` }))
      applyEvent(state, noticed('permission', { requestId: `r${index}`, state: 'open' }))
      applyEvent(
        state,
        event('session.background', { merge: true, tasks: [{ taskId: `b${index}`, status: 'running' }] }),
      )
      applyEvent(state, event('plan', { merge: true, steps: [{ id: `s${index}`, text: 'step' }] }))
    }
    applyEvent(state, ended({ summary: long }))
    expect([state.files.length, state.tools.length]).toEqual([1_000, 200])
    expect([state.openCalls.length, state.background.length, state.plan?.length]).toEqual([500, 500, 500])
    expect(JSON.stringify(viewOf(state)).length).toBeLessThan(1_000_000)
  })

  it('cannot be made to reach a prototype', () => {
    const id = '__proto__'
    const envelope = { run: id }
    const state = foldSession(
      [
        toolCall(id, id, { input: `{"path":"${id}"}` }, envelope),
        toolCall('plan', 'TodoWrite', {}, envelope),
        event('plan', { merge: true, steps: [{ id, text: id, status: 'pending' }] }, envelope),
        event('session.background', { merge: true, tasks: [{ taskId: id, status: 'running' }] }, envelope),
        toolResult(id, true, envelope),
        toolResult('plan', true, envelope),
      ],
      { exit: exited(0) },
    )
    expect(state.tools).toMatchObject([{ name: id, calls: 1, failures: 1 }, { name: 'TodoWrite' }])
    expect(state.plan).toEqual([])
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})

describe('cost', () => {
  it('of an event does not grow with the session', () => {
    const fold = (count: number): number => {
      const events = Array.from({ length: count }, (_, index) => eventsOfStep(index)).flat()
      const before = performance.now()
      foldSession(events)
      return (performance.now() - before) / events.length
    }
    fold(2_000)
    expect(fold(20_000)).toBeLessThan(8 * fold(2_000) + 0.005)
  })

  function eventsOfStep(index: number): FoldedEvent[] {
    const run = `run-${Math.floor(index / 10)}`
    const usage = {
      scope: 'call',
      model: 'unheard-of',
      messageId: `m${index}`,
      inputTokens: 1,
      contextTokens: 1,
    }
    return [
      message('x', { run }),
      toolCall(`c${index}`, 'Read', { input: `{"file_path":"/${index}"}` }, { run }),
      event('usage', usage, { run }),
      toolResult(`c${index}`, false, { run }),
      event('raw', { json: {} }, { run }),
    ]
  }
})
