import { describe, expect, it } from 'vitest'
import type { TaskEventType } from './events.ts'
import {
  applyEvent,
  applyExit,
  beginRun,
  createSession,
  type FoldedEvent,
  foldSession,
  viewOf,
} from './session.ts'
import type { SessionState } from './session-state.ts'

const event = (type: TaskEventType, payload: Record<string, unknown>, more: object = {}): FoldedEvent => ({
  type,
  payload,
  ...more,
})
const started = (payload: object = {}): FoldedEvent => event('session.started', { ...payload })
const message = (text = 'Hello', more: object = {}): FoldedEvent =>
  event('message', { role: 'assistant', text, truncated: false }, more)
const ended = (payload: object = {}, more: object = {}): FoldedEvent =>
  event('session.ended', { status: 'succeeded', stopReason: null, summary: 'Done.', ...payload }, more)
const call = (callId: string, name: string, payload: object = {}, more: object = {}): FoldedEvent =>
  event('tool.call', { callId, name, input: '{}', truncated: false, ...payload }, more)
const result = (callId: string, isError: boolean | null = false, more: object = {}): FoldedEvent =>
  event('tool.result', { callId, isError, output: '', truncated: false }, more)
const notice = (kind: string, more: object = {}): FoldedEvent =>
  event('raw', { json: {}, notice: { kind, text: `a ${kind}`, ...more } })
const exit = (exitCode: number | null, more: object = {}) => ({
  exitCode,
  signal: null,
  stoppedBy: null,
  ...more,
})

describe('status', () => {
  it('goes from starting to running to the word of the turn', () => {
    const state = createSession()
    expect(state.status).toBe('starting')
    expect(applyEvent(state, started()).status).toBe('running')
    expect(applyEvent(state, message()).status).toBe('running')
    expect(applyEvent(state, ended()).status).toBe('succeeded')
    expect(state).toMatchObject({ summary: 'Done.', reason: null, turns: 1 })
    expect(applyExit(state, exit(1)).status).toBe('succeeded')
  })

  it('waits after a turn where stdin is open, until the process is gone', () => {
    const state = foldSession([message(), ended()], { traits: { interactive: true } })
    expect(state.status).toBe('waiting')
    expect(applyEvent(state, message()).status).toBe('running')
    applyEvent(state, ended({ status: 'interrupted', summary: null }))
    expect([state.status, state.turns]).toEqual(['waiting', 2])
    expect(applyExit(state, exit(0)).status).toBe('interrupted')
  })

  it('is background while work goes on beside a closed turn', () => {
    const tasks = [{ taskId: 'b1', kind: 'shell', description: 'npm test' }]
    const state = foldSession([event('session.background', { tasks }), ended()], {
      traits: { interactive: true },
    })
    expect(state.status).toBe('background')
    expect(applyEvent(state, event('session.background', { tasks: [] })).status).toBe('waiting')
  })

  it('opens no turn for usage, titles, notices or results', () => {
    const state = foldSession([message(), ended()])
    for (const late of [
      event('usage', { scope: 'session', inputTokens: 1 }),
      event('session.title', { title: 'T' }),
      notice('rate_limit'),
      result('x'),
    ]) {
      expect(applyEvent(state, late).status).toBe('succeeded')
    }
    expect(state.turns).toBe(1)
  })

  it.each([
    [exit(0), 'no-result', null],
    [exit(1), 'failed', 'exit'],
    [exit(143), 'interrupted', null],
    [exit(130), 'interrupted', null],
    [exit(null, { signal: 'SIGKILL' }), 'interrupted', null],
    [exit(0, { stoppedBy: 'user' }), 'interrupted', null],
    [exit(137, { stoppedBy: 'time_limit' }), 'failed', 'time_limit'],
    [exit(null, { signal: 'SIGTERM', stoppedBy: 'spool_limit' }), 'failed', 'spool_limit'],
    [exit(null), 'no-result', null],
  ])('of an open turn is decided by the exit %j: %s', (facts, status, reason) => {
    expect(foldSession([message()], { exit: facts })).toMatchObject({ status, reason })
  })

  it('of a harness that owes no ending is a success when it exits with 0', () => {
    const traits = { owesEnding: false }
    expect(foldSession([], { traits, exit: exit(0) }).status).toBe('succeeded')
    expect(foldSession([message()], { traits, exit: exit(0) }).status).toBe('succeeded')
    expect(foldSession([], { traits, exit: exit(2) }).status).toBe('failed')
  })

  it('reads the exit facts of an ending that only the platform states', () => {
    const end = (facts: object) => ended({ status: null, origin: 'platform', summary: null, ...facts })
    expect(foldSession([message(), end({ exitCode: 1, reason: 'exit' })], { exit: exit(1) }).status).toBe(
      'failed',
    )
    expect(foldSession([message(), end({ signal: 'SIGTERM' })]).status).toBe('interrupted')
    expect(foldSession([message(), end({ exitCode: 0 })]).status).toBe('no-result')
  })

  it('of a run that follows is its own, and its turn a new one', () => {
    const state = foldSession([message('a', { run: '1' }), ended({}, { run: '1' })])
    applyExit(state, exit(0), { run: '1' })
    expect(beginRun(state, { run: '2' }).status).toBe('running')
    expect(applyExit(state, exit(1), { run: '2' })).toMatchObject({ status: 'failed', reason: 'exit' })
    applyEvent(state, message('b', { run: '3' }))
    applyExit(state, exit(null, { signal: 'SIGKILL' }), { run: '3' })
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
    expect(foldSession(events, { exit: exit(0) }).status).toBe('no-result')
    expect(foldSession([...events, ended({}, { run: '2' })], { exit: exit(0) }).status).toBe('succeeded')
  })
})

describe('reason', () => {
  it('is that of the last end, else the text of the last error', () => {
    const state = foldSession([
      message(),
      notice('error', { text: 'first' }),
      notice('error', { text: 'second' }),
    ])
    expect(state.reason).toBe('second')
    applyEvent(state, ended({ status: 'failed', reason: 'rate_limit' }))
    expect(state.reason).toBe('rate_limit')
    applyEvent(state, ended({ status: 'succeeded' }))
    expect(state.reason).toBeNull()
    applyEvent(state, notice('error', { text: 'third' }))
    expect(applyEvent(state, ended({ status: 'failed' })).reason).toBe('third')
    expect(applyEvent(state, ended({ status: 'failed' })).reason).toBeNull()
  })

  it('is the error that came before an exit without an end', () => {
    expect(foldSession([notice('error', { text: 'no login' })], { exit: exit(1) }).reason).toBe('no login')
  })
})

describe('open requests', () => {
  const ask = (requestId: string, more: object = {}) =>
    notice('permission', { requestId, callId: `call-${requestId}`, tool: 'Bash', state: 'open', ...more })

  it('need input until they are answered or withdrawn', () => {
    const state = foldSession([message(), ask('r1'), ask('r2')])
    expect(state.status).toBe('needs-input')
    expect(state.needs.map((need) => need.requestId)).toEqual(['r1', 'r2'])
    applyEvent(state, notice('permission', { requestId: 'r1', state: 'answered', answer: 'allow' }))
    expect(state.status).toBe('needs-input')
    expect(applyEvent(state, notice('question', { requestId: 'r2', state: 'withdrawn' })).status).toBe(
      'running',
    )
  })

  it('are closed by a result of their call, the end of the turn, or the exit', () => {
    expect(foldSession([message(), ask('r1'), result('call-r1')]).needs).toEqual([])
    expect(foldSession([message(), ask('r1'), result('other')]).needs).toHaveLength(1)
    expect(foldSession([message(), ask('r1'), ended()]).needs).toEqual([])
    expect(foldSession([message(), ask('r1')], { exit: exit(0) }).needs).toEqual([])
  })

  it('are told apart by run', () => {
    const state = foldSession([
      { ...ask('r1'), run: '1' },
      { ...ask('r1'), run: '2' },
    ])
    applyEvent(state, { ...notice('permission', { requestId: 'r1', state: 'answered' }), run: '1' })
    expect(state.needs.map((need) => need.run)).toEqual(['2'])
  })
})

describe('identity', () => {
  it('is filled and changed by later starts; null changes nothing', () => {
    const state = foldSession([
      started({ harness: 'h', model: 'a', sessionId: 's1', cwd: '/x' }),
      started({ harness: null, model: 'b', sessionId: null, cwd: null, harnessVersion: '2' }),
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

describe('calls', () => {
  it('are open until their result, by run', () => {
    const state = foldSession([
      call('item_0', 'Bash', {}, { run: '1', ts: 10 }),
      call('item_0', 'Read', { parentCallId: 'p' }, { run: '2', ts: 20 }),
      result('item_0', true, { run: '1', ts: 15 }),
    ])
    expect(state.openCalls).toEqual([
      { callId: 'item_0', run: '2', name: 'Read', kind: 'read', parentCallId: 'p', ts: 20 },
    ])
    expect(state.tools).toEqual([
      { name: 'Bash', kind: 'execute', calls: 1, failures: 1, totalMs: 5 },
      { name: 'Read', kind: 'read', calls: 1, failures: 0, totalMs: 0 },
    ])
  })

  it('count once, whatever is said of them later', () => {
    const state = foldSession([
      call('a', 'Bash'),
      call('a', 'Bash'),
      result('a'),
      call('a', 'Bash', { merge: true }),
      result('a', true),
    ])
    expect(state.openCalls).toEqual([])
    expect(state.tools).toMatchObject([{ name: 'Bash', calls: 1, failures: 0 }])
  })

  it('are refined: the use moves to the new name, files are read from the later input', () => {
    const state = foldSession([
      event('tool.call', { callId: 'a', name: null, input: null, truncated: false, kind: 'edit' }),
      call('a', 'Edit', { merge: true, input: '{"file_path":"/x/\\u00e9.ts"}' }),
      event('tool.call', { callId: 'a', name: null, input: '{"file_path":"/other"}', merge: true }),
      result('a', true),
    ])
    expect(state.tools.filter((use) => use.calls > 0)).toMatchObject([
      { name: 'Edit', calls: 1, failures: 1 },
    ])
    expect(state.files).toEqual([{ path: '/x/é.ts', reads: 0, edits: 1 }])
  })

  it('name their files: each once a call, and none out of a text that they write', () => {
    const written = JSON.stringify({ file_path: '/a.json', content: '{"path": "/not/a/file"}' })
    const changes = '{"changes":[{"path":"/b","kind":"add"},{"path":"/c","kind":"update"}]}'
    const state = foldSession([
      call('1', 'Write', { input: written }),
      call('2', 'Read', { input: '{"file_path":"/a.json"}' }),
      call('3', 'file_change', { input: changes }),
      call('4', 'Bash', { input: '{"path":"/nothing"}' }),
    ])
    expect(state.files).toEqual([
      { path: '/a.json', reads: 1, edits: 1 },
      { path: '/b', reads: 0, edits: 1 },
      { path: '/c', reads: 0, edits: 1 },
    ])
  })

  it('have the kind that the harness states, where it is one', () => {
    const kind = (stated: unknown): unknown =>
      foldSession([call('a', 'Read', { kind: stated })]).openCalls[0]?.kind
    expect([kind('search'), kind('other'), kind('galaxy'), kind(5)]).toEqual([
      'search',
      'read',
      'read',
      'read',
    ])
  })
})

describe('the plan', () => {
  const whole = (...texts: string[]) =>
    event('plan', { steps: texts.map((text) => ({ text, status: 'pending' })) })
  const change = (id: string, text: string | null, status: string | null, more: object = {}) =>
    event('plan', { merge: true, steps: [{ id, text, status }] }, more)
  const texts = (state: SessionState) => state.plan?.map((step) => `${step.text}:${step.status}`)

  it('is null until there is one, and the latest whole one after', () => {
    expect(foldSession([message()]).plan).toBeNull()
    expect(texts(foldSession([whole('a'), whole('b', 'c')]))).toEqual(['b:pending', 'c:pending'])
  })

  it('takes changes by id; null keeps what is known; a deleted step is cancelled', () => {
    const state = foldSession([
      change('1', 'a', 'pending'),
      change('2', 'b', 'pending'),
      change('1', null, 'completed'),
      change('2', 'B', null),
      change('2', null, 'cancelled'),
    ])
    expect(texts(state)).toEqual(['a:completed', 'B:cancelled'])
  })

  it('is undone by an error result of the call that it was read from, also behind other blocks of its line', () => {
    const state = foldSession([
      call('t1', 'TodoWrite'),
      whole('a'),
      result('t1'),
      call('t2', 'TodoWrite'),
      call('b1', 'Bash'),
      message(),
      whole('b'),
      result('b1', true),
    ])
    expect(texts(state)).toEqual(['b:pending'])
    expect(texts(applyEvent(state, result('t2', true)))).toEqual(['a:pending'])
  })

  it('undoes the changes of one call and leaves those of others', () => {
    const state = foldSession([
      change('1', 'a', 'pending'),
      change('2', 'b', 'pending'),
      call('u1', 'TaskUpdate'),
      change('1', null, 'completed'),
      call('u2', 'TaskUpdate'),
      change('2', null, 'completed'),
      call('u3', 'TaskUpdate'),
      change('9', null, 'completed'),
      result('u1', true),
      result('u2'),
      result('u3', true),
    ])
    expect(texts(state)).toEqual(['a:pending', 'b:completed'])
  })

  it('that no call made cannot be undone', () => {
    const state = foldSession([call('b', 'Bash'), whole('a'), result('b', true)])
    expect(texts(state)).toEqual(['a:pending'])
  })

  it('goes on in a resumed run, whose ids may also begin anew', () => {
    const state = foldSession([
      change('1', 'a', 'pending', { run: 'r1' }),
      change('1', null, 'completed', { run: 'r2' }),
      change('1', 'other', 'pending', { run: 'r3' }),
    ])
    expect(texts(state)).toEqual(['a:completed', 'other:pending'])
  })

  it('of a subagent is not the plan of the task', () => {
    const nested = event('plan', { steps: [{ text: 'x', status: 'pending' }], parentCallId: 'p' })
    expect(texts(foldSession([whole('a'), nested]))).toEqual(['a:pending'])
  })
})

describe('background work', () => {
  const set = (ids: string[], more: object = {}) =>
    event(
      'session.background',
      { tasks: ids.map((taskId) => ({ taskId, kind: 'shell', description: taskId })) },
      more,
    )
  const change = (taskId: string, status: string, more: object = {}, envelope: object = {}) =>
    event(
      'session.background',
      { merge: true, tasks: [{ taskId, kind: null, description: null, status, ...more }] },
      envelope,
    )
  const ids = (state: SessionState) => state.background.map((task) => task.taskId)

  it('is the whole set where that is stated', () => {
    expect(ids(foldSession([set(['a', 'b']), set(['b', 'c'])]))).toEqual(['b', 'c'])
    expect(ids(foldSession([set(['a']), set([])]))).toEqual([])
  })

  it('takes single changes: null keeps what is known, an end removes, a late start does not revive', () => {
    const state = foldSession([
      change('a', 'running', { description: 'npm test', callId: 'c1' }),
      change('a', 'running'),
    ])
    expect(state.background).toEqual([{ taskId: 'a', kind: null, description: 'npm test', callId: 'c1' }])
    applyEvent(state, change('a', 'completed'))
    applyEvent(state, change('a', 'running'))
    expect(ids(state)).toEqual([])
    expect(ids(foldSession([set(['a']), set([]), change('a', 'running')]))).toEqual([])
  })

  it('belongs to its run and ends with its process', () => {
    const state = foldSession([set(['a'], { run: '1' }), set(['a', 'b'], { run: '2' })])
    expect(ids(state)).toEqual(['a', 'a', 'b'])
    expect(ids(applyExit(state, exit(0), { run: '2' }))).toEqual(['a'])
  })
})

describe('the state', () => {
  it('counts events by type, the unknown as raw, and notes times', () => {
    const state = foldSession([
      message('a', { ts: 50 }),
      message('b', { ts: 20 }),
      event('raw', { json: {} }, { ts: Number.NaN }),
      notice('retry'),
      { type: 'constructor', payload: {} } as never,
      { type: 7, payload: null } as never,
    ])
    expect(state.counts).toEqual({ events: 6, byType: { message: 2, raw: 4 }, hiddenRaw: 3 })
    expect([state.startedAt, state.lastAt]).toEqual([50, 50])
  })

  it('goes on from JSON where it stopped', () => {
    const events = [started({ model: 'm' }), call('t', 'TodoWrite'), message(), result('t', true), ended()]
    let stored = createSession()
    for (const one of events) stored = applyEvent(JSON.parse(JSON.stringify(stored)), one)
    expect(stored).toEqual(foldSession(events))
    expect(viewOf(stored)).not.toHaveProperty('memory')
  })

  it('is bounded, however much a session does', () => {
    const long = 'x'.repeat(100_000)
    const state = createSession()
    for (let index = 0; index < 2_500; index++) {
      applyEvent(state, call(`c${index}`, `tool-${index}-${long}`))
      applyEvent(state, call(`r${index}`, 'Read', { input: `{"file_path":"/file/${index}"}` }))
      applyEvent(state, notice('permission', { requestId: `r${index}`, state: 'open' }))
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
        call(id, id, { input: `{"path":"${id}"}` }, envelope),
        call('plan', 'TodoWrite', {}, envelope),
        event('plan', { merge: true, steps: [{ id, text: id, status: 'pending' }] }, envelope),
        event('session.background', { merge: true, tasks: [{ taskId: id, status: 'running' }] }, envelope),
        result(id, true, envelope),
        result('plan', true, envelope),
      ],
      { exit: exit(0) },
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
      call(`c${index}`, 'Read', { input: `{"file_path":"/${index}"}` }, { run }),
      event('usage', usage, { run }),
      result(`c${index}`, false, { run }),
      event('raw', { json: {} }, { run }),
    ]
  }
})
