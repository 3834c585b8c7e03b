import { describe, expect, it } from 'vitest'
import { event, message, toolCall, toolResult } from '../../test/fold-events.ts'
import { applyEvent, foldSession } from './session.ts'
import type { SessionState } from './session-state.ts'

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
      toolCall('t1', 'TodoWrite'),
      whole('a'),
      toolResult('t1'),
      toolCall('t2', 'TodoWrite'),
      toolCall('b1', 'Bash'),
      message(),
      whole('b'),
      toolResult('b1', true),
    ])
    expect(texts(state)).toEqual(['b:pending'])
    expect(texts(applyEvent(state, toolResult('t2', true)))).toEqual(['a:pending'])
  })

  it('undoes the changes of one call and leaves those of others', () => {
    const state = foldSession([
      change('1', 'a', 'pending'),
      change('2', 'b', 'pending'),
      toolCall('u1', 'TaskUpdate'),
      change('1', null, 'completed'),
      toolCall('u2', 'TaskUpdate'),
      change('2', null, 'completed'),
      toolCall('u3', 'TaskUpdate'),
      change('9', null, 'completed'),
      toolResult('u1', true),
      toolResult('u2'),
      toolResult('u3', true),
    ])
    expect(texts(state)).toEqual(['a:pending', 'b:completed'])
  })

  it('that no call made cannot be undone', () => {
    const state = foldSession([toolCall('b', 'Bash'), whole('a'), toolResult('b', true)])
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
