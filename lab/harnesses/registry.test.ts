import { describe, expect, it } from 'vitest'
import { SCENARIOS, scenarioNamed } from '../scenarios/catalogue.ts'
import type { Call, ToolName } from '../scenarios/language.ts'
import { edit, mcp, plan, read, shell, write } from '../scenarios/language.ts'
import { DUMMY_KEY, SERVER_URL } from '../workspace.ts'
import { type Harness, isAtLeast, type Launch, speechOf } from './harness.ts'
import { HARNESSES, harnessNamed, skipReason } from './registry.ts'

const CALLS: Record<ToolName, Call> = {
  shell: shell('ls -1'),
  read: read('a.txt'),
  write: write('a.txt', 'one\ntwo\n'),
  edit: edit('a.txt', 'one', 'two'),
  plan: plan(true, { text: 'Look', status: 'pending' }),
  mcp: mcp('echo', 'hi'),
  delegate: { tool: 'delegate', task: 'SUBTASK: count' },
  unknown: { tool: 'unknown' },
}

function launchOf(harness: Harness, more: Partial<Launch> = {}): Launch {
  return {
    version: harness.version,
    prompt: 'Say "hi".',
    resumes: null,
    isDenied: false,
    uses: new Set(),
    ...more,
  }
}

describe.each(HARNESSES.map((harness) => [harness.name, harness] as const))('%s', (_name, harness) => {
  const everything = launchOf(harness, { uses: new Set(Object.keys(CALLS) as ToolName[]) })

  it('has a tool for each abstract one, or says why not', () => {
    for (const [tool, call] of Object.entries(CALLS) as [ToolName, Call][]) {
      if (typeof harness.tools[tool] === 'string') expect(harness.tools[tool]).toMatch(/\w+ \w+/)
      else expect(speechOf(harness, harness.version).words(call).length).toBeGreaterThan(0)
    }
  })

  it('runs at least twelve scenarios, and skips others with a reason', () => {
    const reasons = SCENARIOS.map((scenario) => skipReason(harness, scenario))
    expect(reasons.filter((reason) => reason === null).length).toBeGreaterThanOrEqual(12)
    for (const reason of reasons) expect(reason).not.toBe('')
  })

  it('skips only scenarios that exist', () => {
    for (const name of Object.keys(harness.skips ?? {})) expect(scenarioNamed(name).name).toBe(name)
  })

  it('is given its prompt in one place', () => {
    const args = harness.args(launchOf(harness))
    expect(args.includes('Say "hi".')).toBe(harness.promptOn === 'argument')
  })

  it('names the session to go on with, and only then', () => {
    if (harness.promptOn === 'acp' || skipReason(harness, scenarioNamed('resume')) !== null) return
    expect(harness.args(launchOf(harness, { resumes: 'ses_1' })).join(' ')).toContain('ses_1')
    expect(harness.args(launchOf(harness)).join(' ')).not.toMatch(/--resume|--session|resume/)
  })

  it('knows one server, on loopback, and one key, which opens nothing', () => {
    const { environment, files, args } = harness
    const all = JSON.stringify([environment(everything), files(everything), args(everything)])
    expect(all).toContain(SERVER_URL)
    expect(all).toContain(DUMMY_KEY)
    const urls = [...all.matchAll(/https?:\/\/[^"\\/]+/g)].map(([url]) => url)
    expect(new Set(urls.filter((url) => url !== 'https://opencode.ai'))).toEqual(new Set([SERVER_URL]))
  })

  it('is told to allow everything but where nothing is allowed', () => {
    const told = (isDenied: boolean) => {
      const launch = launchOf(harness, { isDenied })
      return JSON.stringify([harness.args(launch), harness.files(launch)])
    }
    const differs = told(true) !== told(false)
    const cannot = skipReason(harness, scenarioNamed('denied')) !== null
    expect(differs).toBe(!cannot && (harness.promptOn !== 'acp' || harness.name === 'codex-acp'))
  })

  it('sets the demo MCP server up where a scenario uses it', () => {
    if (harness.promptOn === 'acp' || typeof harness.tools.mcp === 'string') return
    const setUp = (launch: Launch) => JSON.stringify([harness.files(launch), harness.args(launch)])
    expect(setUp(everything)).toContain('mcp-server.mjs')
    expect(setUp(launchOf(harness))).not.toContain('mcp-server.mjs')
  })
})

describe('the harnesses', () => {
  it('have names of their own', () => {
    const names = HARNESSES.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(() => harnessNamed('nobody')).toThrow(/"nobody"\. Known: codex/)
  })

  it('say why they cannot do what they cannot do', () => {
    const pi = harnessNamed('pi')
    expect(skipReason(pi, scenarioNamed('plan'))).toBe('it has no plan tool (1.6)')
    expect(skipReason(harnessNamed('cline'), scenarioNamed('resume'))).toContain('--id')
    expect(() => speechOf(pi, pi.version).words(CALLS.plan)).toThrow('pi cannot plan')
  })

  it('speak to a version in its words', () => {
    const words = (version: string) => speechOf(harnessNamed('claude'), version).words(CALLS.plan)
    expect(words('2.1.112')[0]?.name).toBe('TodoWrite')
    expect(words('2.1.332')[0]?.name).toBe('TaskCreate')
  })

  it('write a patch that has every line of the file', () => {
    const codex = harnessNamed('codex')
    const [use] = speechOf(codex, codex.version).words(CALLS.write)
    expect(use?.input).toBe('*** Begin Patch\n*** Add File: a.txt\n+one\n+two\n*** End Patch\n')
  })
})

describe('isAtLeast', () => {
  it('compares part by part', () => {
    expect(isAtLeast('2.1.200', '2.1.200')).toBe(true)
    expect(isAtLeast('2.1.99', '2.1.200')).toBe(false)
    expect(isAtLeast('10.0.0', '9.9.9')).toBe(true)
    expect(isAtLeast('1.2', '1.2.1')).toBe(false)
    expect(isAtLeast('1.2.1', '1.2')).toBe(true)
  })
})
