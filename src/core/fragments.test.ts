import { describe, expect, it } from 'vitest'
import type { NormalizedEvent } from './events.ts'
import { joinFragments } from './fragments.ts'

function message(text: string, more: Record<string, unknown> = {}): NormalizedEvent {
  return { type: 'message', payload: { role: 'assistant', text, truncated: false, ...more } }
}
const delta = (text: string, more: Record<string, unknown> = {}): NormalizedEvent =>
  message(text, { delta: true, ...more })
const texts = (events: NormalizedEvent[]): unknown[] =>
  joinFragments(events).map(({ payload }) => payload.text)

describe('joining fragments', () => {
  it('makes one message of neighbours', () => {
    expect(texts([delta('Two '), delta('files '), delta('found.')])).toEqual(['Two files found.'])
  })

  it('keeps whole messages apart', () => {
    expect(texts([message('a'), message('a'), delta('b'), message('c')])).toEqual(['a', 'a', 'b', 'c'])
  })

  it.each([
    ['another role', delta('b', { role: 'user' })],
    ['another parent', delta('b', { parentCallId: 'call-1' })],
    ['another type', { type: 'thinking', payload: { text: 'b', truncated: false, delta: true } } as const],
    ['another event', { type: 'raw', payload: { json: {} } } as const],
  ])('ends at %s', (_what, other) => {
    expect(joinFragments([delta('a'), other, delta('c')])).toHaveLength(3)
  })

  it('lets a whole message take the place of the fragments that it repeats, and only of these', () => {
    const whole = message('hello', { files: [] })
    expect(joinFragments([delta('hel'), delta('lo'), whole])).toEqual([whole])
    expect(texts([delta('hel'), delta('lo'), message('hello!')])).toEqual(['hello', 'hello!'])
    expect(texts([delta('hello'), message('hello'), message('hello')])).toEqual(['hello', 'hello'])
  })

  it('knows a clipped whole by its length', () => {
    const whole = message('abcd', { truncated: true, originalLength: 6 })
    expect(joinFragments([delta('abc'), delta('def'), whole])).toEqual([whole])
    expect(joinFragments([delta('abc'), delta('d'), whole])).toHaveLength(2)
  })

  it('adds up what was clipped of fragments', () => {
    const cut = delta('abc', { truncated: true, originalLength: 10 })
    expect(joinFragments([cut, delta('de')])[0]?.payload).toMatchObject({
      text: 'abcde',
      truncated: true,
      originalLength: 12,
    })
  })

  it('changes none of the events, and gives the same when applied again', () => {
    const events = [delta('a'), delta('b'), message('c'), delta('d')]
    const before = structuredClone(events)
    const joined = joinFragments(events)
    expect(events).toEqual(before)
    expect(joinFragments(joined)).toEqual(joined)
  })

  it('reads a text of a wrong type as empty', () => {
    expect(
      texts([delta('a'), { type: 'message', payload: { role: 'assistant', delta: true, text: 5 } }]),
    ).toEqual(['a'])
  })
})
