import { describe, expect, it } from 'vitest'
import { SCENARIOS, scenarioNamed } from './catalogue.ts'
import { isFailure, RUNNING_FILE, toolsOf } from './language.ts'

describe('the scenarios', () => {
  it('have names of their own, fit for files', () => {
    const names = SCENARIOS.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/)
  })

  it('show everything that a harness is known to differ in', () => {
    const names = SCENARIOS.map(({ name }) => name)
    const wanted = ['plain', 'thinking', 'shell', 'shell-fail', 'parallel', 'edit', 'plan', 'mcp']
    expect(names).toEqual(
      expect.arrayContaining([...wanted, 'error', 'interrupt', 'resume', 'unicode', 'huge']),
    )
  })

  it('end: the answer that repeats calls no tool', () => {
    const lasts = SCENARIOS.flatMap(({ runs }) => runs).flatMap(({ answers, helperAnswers }) =>
      [answers.at(-1), helperAnswers?.at(-1)].filter((answer) => answer !== undefined),
    )
    for (const answer of lasts) expect(isFailure(answer) || answer.calls === undefined).toBe(true)
  })

  it('say that their command runs where they are interrupted', () => {
    const runs = SCENARIOS.flatMap((scenario) => scenario.runs).filter((run) => run.isInterrupted)
    expect(runs.length).toBeGreaterThan(0)
    for (const run of runs) expect(JSON.stringify(run.answers)).toContain(RUNNING_FILE)
  })

  it('know their tools', () => {
    expect(toolsOf(scenarioNamed('edit'))).toEqual(new Set(['read', 'edit', 'write']))
    expect(toolsOf(scenarioNamed('subagent'))).toEqual(new Set(['delegate', 'shell']))
    expect(toolsOf(scenarioNamed('error'))).toEqual(new Set())
  })

  it('are found by name only', () => {
    expect(() => scenarioNamed('nothing')).toThrow(/"nothing"\. Known: plain/)
  })
})
