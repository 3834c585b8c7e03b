import { describe, expect, it } from 'vitest'
import { event, exited } from '../../test/fold-events.ts'
import { applyEvent, applyExit, foldSession } from './session.ts'
import type { SessionState } from './session-state.ts'

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
    expect(ids(applyExit(state, exited(0), { run: '2' }))).toEqual(['a'])
  })
})
