import { describe, expect, it } from 'vitest'
import { delegate, type Run, shell } from '../scenarios/language.ts'
import { createScript, type Speech } from './script.ts'
import type { ModelRequest } from './wire.ts'

const SPEECH: Speech = {
  words: (call) => [{ name: call.tool, input: { ...call } }],
  sidePattern: /managed memory/,
  report: null,
}

const ASKED: ModelRequest = { model: 'm', streams: true, hasTools: true, wantsJson: false, userTexts: ['hi'] }

const RUN: Run = {
  prompt: 'hi',
  answers: [
    { say: 'one', calls: [shell('ls'), shell('pwd')] },
    { say: 'two', usage: { input: 5 } },
  ],
  helperAnswers: [{ say: 'counted' }],
}

describe('a script', () => {
  it('hands out its answers in order, and repeats the last', () => {
    const script = createScript(RUN, SPEECH)
    const answers = [1, 2, 3].map(() => script.next(ASKED).answer)
    expect(answers).toMatchObject([{ say: ['one'] }, { say: ['two'] }, { say: ['two'] }])
  })

  it('gives every call an id of its own', () => {
    const script = createScript({ ...RUN, answers: RUN.answers.slice(0, 1) }, SPEECH)
    const turns = [script.next(ASKED), script.next(ASKED)]
    const ids = turns.flatMap(({ answer }) => ('calls' in answer ? answer.calls.map(({ id }) => id) : []))
    expect(new Set(ids).size).toBe(4)
  })

  it('makes up usage that differs between answers, and keeps what is given', () => {
    const script = createScript(RUN, SPEECH)
    const usages = [script.next(ASKED), script.next(ASKED)].map(({ answer }) =>
      'usage' in answer ? answer.usage : null,
    )
    expect(usages[0]).not.toEqual(usages[1])
    expect(usages[1]).toMatchObject({ input: 5 })
    expect(usages[1]?.cacheRead).toBeGreaterThan(usages[0]?.cacheRead ?? 0)
  })

  it('answers a subagent from a lane of its own', () => {
    const script = createScript(RUN, SPEECH)
    const task = delegate('count')
    const helper = { ...ASKED, userTexts: [task.tool === 'delegate' ? task.task : ''] }
    expect(script.next(helper)).toMatchObject({ lane: 'helper', answer: { say: ['counted'] } })
    expect(script.next(ASKED)).toMatchObject({ lane: 'main', answer: { say: ['one'] } })
  })

  it('lets a subagent report with a tool where the harness wants it so', () => {
    const report = (text: string) => ({ name: 'complete_task', input: { text } })
    const script = createScript(RUN, { ...SPEECH, report })
    const { answer } = script.next({ ...ASKED, userTexts: ['SUBTASK: count'] })
    expect(answer).toMatchObject({
      say: null,
      calls: [{ name: 'complete_task', input: { text: 'counted' } }],
    })
  })

  it('answers what is none of its own besides, and spends no answer on it', () => {
    const script = createScript(RUN, SPEECH)
    const asked = [
      { ...ASKED, hasTools: false },
      { ...ASKED, hasTools: false, wantsJson: true },
      { ...ASKED, userTexts: ['the managed memory'] },
    ]
    expect(asked.map((one) => script.next(one).lane)).toEqual(['side', 'side', 'side'])
    expect(script.next(ASKED)).toMatchObject({ lane: 'main', answer: { say: ['one'] } })
  })

  it('refuses a run that has no answers', () => {
    const script = createScript({ prompt: 'x', answers: [] }, SPEECH)
    expect(() => script.next(ASKED)).toThrow(RangeError)
  })
})
