import { describe, expect, it } from 'vitest'
import { applyProtocol, applyResume, protocolOfCommand } from '../registry.ts'

describe('applyProtocol for Codex', () => {
  const CASES: readonly [command: string, expected: string][] = [
    ['codex exec', 'codex exec --json'],
    ['codex exec -', 'codex exec - --json'],
    ['codex e "fix it"', 'codex e "fix it" --json'],
    ['codex exec --json -', 'codex exec --json -'],
    ['codex exec --experimental-json -', 'codex exec --experimental-json -'],
    ['codex exec resume 0a1b -', 'codex exec resume 0a1b - --json'],
    ['codex exec -m gpt-5.5 "say --json"', 'codex exec -m gpt-5.5 "say --json" --json'],
    ['codex exec -i a.png -- -', 'codex exec --json -i a.png -- -'],
    ['codex exec -- --json', 'codex exec --json -- --json'],
    ['codex -m gpt-5.5 e -- hi', 'codex -m gpt-5.5 e --json -- hi'],
    ['codex -c a=exec exec hi', 'codex -c a=exec exec hi --json'],
    ['cd x && codex exec - < prompt.md | tee log', 'cd x && codex exec - < prompt.md --json | tee log'],
    ['npx -y @openai/codex@0.171.0 exec -', 'npx -y @openai/codex@0.171.0 exec - --json'],
    ['./agent.sh --fast', './agent.sh --fast --json'],
    // The flag would be refused here, and nothing prints events on request.
    ['codex "fix it"', 'codex "fix it"'],
    ['codex app-server', 'codex app-server'],
    ['codex -- exec', 'codex -- exec'],
  ]
  for (const [command, expected] of CASES) {
    it(command, () => expect(applyProtocol(command, 'codex-json')).toBe(expected))
  }

  it('never twice', () => {
    for (const [command] of CASES) {
      const once = applyProtocol(command, 'codex-json')
      if (!command.startsWith('./')) expect(applyProtocol(once, 'codex-json')).toBe(once)
    }
  })

  it('gives argv for argv', () => {
    expect(applyProtocol(['codex', 'exec', '--', 'a; b'], 'codex-json')).toEqual([
      'codex',
      'exec',
      '--json',
      '--',
      'a; b',
    ])
  })
})

describe('applyResume for Codex', () => {
  const CASES: readonly [command: string, expected: string | null][] = [
    ['codex exec --json -', 'codex exec --json resume 0a-1 -'],
    ['codex exec', 'codex exec --json resume 0a-1 -'],
    ['codex exec --json "first prompt"', 'codex exec --json resume 0a-1 -'],
    ['codex exec "first prompt" --json', 'codex exec --json resume 0a-1 -'],
    ['codex exec "first prompt"', 'codex exec --json resume 0a-1 -'],
    ['codex exec "first prompt" -m gpt-5.5', 'codex exec --json -m gpt-5.5 resume 0a-1 -'],
    ['codex exec -- "first prompt"', 'codex exec --json resume 0a-1 -'],
    ['codex exec --json -- first', 'codex exec --json resume 0a-1 -'],
    [
      'codex exec --json -s workspace-write -C /x --add-dir=/y -m gpt-5.5 "first prompt"',
      'codex exec --json -s workspace-write -C /x --add-dir=/y -m gpt-5.5 resume 0a-1 -',
    ],
    [
      'codex exec --json --dangerously-bypass-approvals-and-sandbox resume 9z - --last',
      'codex exec --json --dangerously-bypass-approvals-and-sandbox resume 0a-1 -',
    ],
    ['codex exec resume 9z "again" --json -m gpt-5.5', 'codex exec --json -m gpt-5.5 resume 0a-1 -'],
    ['codex exec --json fork 9z -', 'codex exec --json resume 0a-1 -'],
    ['codex exec --json review --base main --title "A change"', 'codex exec --json resume 0a-1 -'],
    // Pictures go with the prompt that they were for.
    ['codex exec --json -i a.png b.png -- look', 'codex exec --json resume 0a-1 -'],
    ['codex exec --json --image=a.png look', 'codex exec --json resume 0a-1 -'],
    ['codex -m gpt-5.5 e --json x; echo done', 'codex -m gpt-5.5 e --json resume 0a-1 -; echo done'],
    ['./agent.sh', './agent.sh resume 0a-1 -'],
    ['codex exec --json --ephemeral -', null],
    ['codex app-server', null],
    ['codex "first prompt"', null],
  ]
  for (const [command, expected] of CASES) {
    it(command, () => expect(applyResume(command, 'codex-json', '0a-1')).toBe(expected))
  }

  it('quotes an id that a shell would read, and gives argv for argv', () => {
    expect(applyResume('codex exec --json -', 'codex-json', '$(id)')).toBe(
      "codex exec --json resume '$(id)' -",
    )
    for (const command of [
      ['codex', 'exec', '--json', '--', 'a b'],
      ['codex', 'exec', 'a b'],
      ['codex', 'exec'],
    ]) {
      const expected = ['codex', 'exec', '--json', 'resume', 'x', '-']
      expect(applyResume(command, 'codex-json', 'x')).toEqual(expected)
    }
  })

  it('is told as a command that prints events', () => {
    const command = applyResume('codex exec -', 'codex-json', 'x') ?? ''
    expect(applyProtocol(command, 'codex-json')).toBe(command)
    expect(protocolOfCommand(command)).toBe('codex-json')
  })
})
