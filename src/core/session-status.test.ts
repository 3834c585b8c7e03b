import { describe, expect, it } from 'vitest'
import { ended, event, exited, message, noticed, toolCall, toolResult } from '../../test/fold-events.ts'
import { applyEvent, applyExit, beginRun, createSession, foldSession } from './session.ts'

describe('status', () => {
  it('goes from starting to running to the word of the turn', () => {
    const state = createSession()
    expect(state.status).toBe('starting')
    expect(applyEvent(state, event('session.started', {})).status).toBe('running')
    expect(applyEvent(state, message()).status).toBe('running')
    expect(applyEvent(state, ended()).status).toBe('succeeded')
    expect(state).toMatchObject({ summary: 'Done.', reason: null, turns: 1 })
    expect(applyExit(state, exited(1)).status).toBe('succeeded')
  })

  it('waits after a turn where stdin is open, until the process is gone', () => {
    const state = foldSession([message(), ended()], { traits: { interactive: true } })
    expect(state.status).toBe('waiting')
    expect(applyEvent(state, message()).status).toBe('running')
    applyEvent(state, ended({ status: 'interrupted', summary: null }))
    expect([state.status, state.turns]).toEqual(['waiting', 2])
    expect(applyExit(state, exited(0)).status).toBe('interrupted')
  })

  it('is background while work goes on beside a closed turn', () => {
    const tasks = [{ taskId: 'b1', kind: 'shell', description: 'npm test' }]
    const state = foldSession([event('session.background', { tasks }), ended()], {
      traits: { interactive: true },
    })
    expect(state.status).toBe('background')
    expect(applyEvent(state, event('session.background', { tasks: [] })).status).toBe('waiting')
  })

  it('names a denied call as the reason where a run ends right after it', () => {
    const denied = [toolResult('x', true), noticed('denied')]
    const last = foldSession([message(), ...denied], { exit: exited(0) })
    expect([last.status, last.reason]).toEqual(['no-result', 'permission'])
    const beside = foldSession([message(), ...denied, toolCall('y', 'Bash'), toolResult('y')], {
      exit: exited(0),
    })
    expect([beside.status, beside.reason]).toEqual(['no-result', 'permission'])
    const killed = foldSession([message(), ...denied], { exit: exited(null, { signal: 'SIGINT' }) })
    expect([killed.status, killed.reason]).toEqual(['interrupted', null])
    const gone = foldSession([message(), ...denied, message('Then not.')], { exit: exited(0) })
    expect([gone.status, gone.reason]).toEqual(['no-result', null])
    expect(foldSession([message(), ...denied, ended()], { exit: exited(0) }).reason).toBeNull()
  })

  it('opens no turn for usage, titles, notices or results', () => {
    const state = foldSession([message(), ended()])
    for (const late of [
      event('usage', { scope: 'session', inputTokens: 1 }),
      event('session.title', { title: 'T' }),
      noticed('rate_limit'),
      toolResult('x'),
    ]) {
      expect(applyEvent(state, late).status).toBe('succeeded')
    }
    expect(state.turns).toBe(1)
  })

  it.each([
    [exited(0), 'no-result', null],
    [exited(1), 'failed', 'exit'],
    [exited(143), 'interrupted', null],
    [exited(130), 'interrupted', null],
    [exited(null, { signal: 'SIGKILL' }), 'interrupted', null],
    [exited(0, { stoppedBy: 'user' }), 'interrupted', null],
    [exited(137, { stoppedBy: 'time_limit' }), 'failed', 'time_limit'],
    [exited(null, { signal: 'SIGTERM', stoppedBy: 'spool_limit' }), 'failed', 'spool_limit'],
    [exited(null), 'no-result', null],
  ])('of an open turn is decided by the exit %j: %s', (facts, status, reason) => {
    expect(foldSession([message()], { exit: facts })).toMatchObject({ status, reason })
  })

  it('of a harness that owes no ending is a success when it exits with 0', () => {
    const traits = { owesEnding: false }
    expect(foldSession([], { traits, exit: exited(0) }).status).toBe('succeeded')
    expect(foldSession([message()], { traits, exit: exited(0) }).status).toBe('succeeded')
    expect(foldSession([], { traits, exit: exited(2) }).status).toBe('failed')
  })

  it('reads the exit facts of an ending that only the platform states', () => {
    const end = (facts: object) => ended({ status: null, origin: 'platform', summary: null, ...facts })
    expect(foldSession([message(), end({ exitCode: 1, reason: 'exit' })], { exit: exited(1) }).status).toBe(
      'failed',
    )
    expect(foldSession([message(), end({ signal: 'SIGTERM' })]).status).toBe('interrupted')
    expect(foldSession([message(), end({ exitCode: 0 })]).status).toBe('no-result')
  })

  it('of a run that follows is its own, and its turn a new one', () => {
    const state = foldSession([message('a', { run: '1' }), ended({}, { run: '1' })])
    applyExit(state, exited(0), { run: '1' })
    expect(beginRun(state, { run: '2' }).status).toBe('running')
    expect(applyExit(state, exited(1), { run: '2' })).toMatchObject({ status: 'failed', reason: 'exit' })
    applyEvent(state, message('b', { run: '3' }))
    applyExit(state, exited(null, { signal: 'SIGKILL' }), { run: '3' })
    applyEvent(state, message('c', { run: '4' }))
    expect([state.status, state.turns]).toEqual(['running', 3])
    expect(beginRun(applyEvent(state, ended({}, { run: '4' })), { run: '4' }).status).toBe('succeeded')
  })

  it('of events of several runs and one exit is that of the last run', () => {
    const events = [
      message('a', { run: '1' }),
      ended({ status: 'failed' }, { run: '1' }),
      message('b', { run: '2' }),
    ]
    expect(foldSession(events, { exit: exited(0) }).status).toBe('no-result')
    expect(foldSession([...events, ended({}, { run: '2' })], { exit: exited(0) }).status).toBe('succeeded')
  })
})

describe('reason', () => {
  it('is that of the last end, else the text of the last error', () => {
    const state = foldSession([
      message(),
      noticed('error', { text: 'first' }),
      noticed('error', { text: 'second' }),
    ])
    expect(state.reason).toBe('second')
    applyEvent(state, ended({ status: 'failed', reason: 'rate_limit' }))
    expect(state.reason).toBe('rate_limit')
    applyEvent(state, ended({ status: 'succeeded' }))
    expect(state.reason).toBeNull()
    applyEvent(state, noticed('error', { text: 'third' }))
    expect(applyEvent(state, ended({ status: 'failed' })).reason).toBe('third')
    expect(applyEvent(state, ended({ status: 'failed' })).reason).toBeNull()
  })

  it('is the error that came before an exit without an end', () => {
    expect(foldSession([noticed('error', { text: 'no login' })], { exit: exited(1) }).reason).toBe('no login')
  })
})
