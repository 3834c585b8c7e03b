import { describe, expect, it } from 'vitest'
import { ended, exited, message, noticed, toolResult } from '../../test/fold-events.ts'
import { applyEvent, foldSession } from './session.ts'

describe('open requests', () => {
  const ask = (requestId: string, more: object = {}) =>
    noticed('permission', { requestId, callId: `call-${requestId}`, tool: 'Bash', state: 'open', ...more })

  it('need input until they are answered or withdrawn', () => {
    const state = foldSession([message(), ask('r1'), ask('r2')])
    expect(state.status).toBe('needs-input')
    expect(state.needs.map((need) => need.requestId)).toEqual(['r1', 'r2'])
    applyEvent(state, noticed('permission', { requestId: 'r1', state: 'answered', answer: 'allow' }))
    expect(state.status).toBe('needs-input')
    expect(applyEvent(state, noticed('question', { requestId: 'r2', state: 'withdrawn' })).status).toBe(
      'running',
    )
  })

  it('are closed by a result of their call, the end of the turn, or the exit', () => {
    expect(foldSession([message(), ask('r1'), toolResult('call-r1')]).needs).toEqual([])
    expect(foldSession([message(), ask('r1'), toolResult('other')]).needs).toHaveLength(1)
    expect(foldSession([message(), ask('r1'), ended()]).needs).toEqual([])
    expect(foldSession([message(), ask('r1')], { exit: exited(0) }).needs).toEqual([])
  })

  it('are told apart by run', () => {
    const state = foldSession([
      { ...ask('r1'), run: '1' },
      { ...ask('r1'), run: '2' },
    ])
    applyEvent(state, { ...noticed('permission', { requestId: 'r1', state: 'answered' }), run: '1' })
    expect(state.needs.map((need) => need.run)).toEqual(['2'])
  })
})
