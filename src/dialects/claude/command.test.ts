import { describe, expect, it } from 'vitest'
import { applyProtocol, applyResume, protocolOfCommand } from '../registry.ts'

const FLAGS = '--output-format stream-json --verbose'

describe('applyProtocol for Claude Code', () => {
  const CASES: readonly [command: string, protocol: string, expected: string][] = [
    ['claude -p', 'claude-json', `claude -p ${FLAGS}`],
    ['claude -p', 'claude-stream', `claude -p ${FLAGS} --input-format stream-json`],
    ['claude -p', 'none', 'claude -p'],
    ['claude -p', 'jsonl', 'claude -p'],
    ['claude -p --output-format json', 'claude-json', 'claude -p --output-format json'],
    ['claude -p --output-format=text', 'claude-json', 'claude -p --output-format=text'],
    [
      'claude -p --append-system-prompt "use --output-format x"',
      'claude-json',
      `claude -p --append-system-prompt "use --output-format x" ${FLAGS}`,
    ],
    ['claude -p -- --output-format', 'claude-json', `claude -p ${FLAGS} -- --output-format`],
    ['cd repo && claude -p | tee log', 'claude-json', `cd repo && claude -p ${FLAGS} | tee log`],
    [
      'FOO="a b" env -i BAR=1 /usr/local/bin/claude -p; echo done',
      'claude-json',
      `FOO="a b" env -i BAR=1 /usr/local/bin/claude -p ${FLAGS}; echo done`,
    ],
    [
      'npx -y @anthropic-ai/claude-code@2.1.0 -p',
      'claude-json',
      `npx -y @anthropic-ai/claude-code@2.1.0 -p ${FLAGS}`,
    ],
    ['claude -p < prompt.txt 2>&1 # note', 'claude-json', `claude -p < prompt.txt 2>&1 ${FLAGS} # note`],
    ['./agent.sh', 'claude-json', `./agent.sh ${FLAGS}`],
    ['./agent.sh --output-format x', 'claude-json', './agent.sh --output-format x'],
    ["echo 'claude -p' && claude -p", 'claude-json', `echo 'claude -p' && claude -p ${FLAGS}`],
    ['if true; then claude -p; fi', 'claude-json', `if true; then claude -p ${FLAGS}; fi`],
  ]
  for (const [command, protocol, expected] of CASES) {
    it(`${protocol}: ${command}`, () => expect(applyProtocol(command, protocol)).toBe(expected))
  }

  it('gives an argv array for an argv array, and leaves the one it got alone', () => {
    const command = ['claude', '-p', '--', 'hello; claude']
    expect(applyProtocol(command, 'claude-json')).toEqual([
      'claude',
      '-p',
      '--output-format',
      'stream-json',
      '--verbose',
      '--',
      'hello; claude',
    ])
    expect(command).toHaveLength(4)
    expect(applyProtocol(['./agent.sh'], 'claude-json')).toEqual(['./agent.sh', ...FLAGS.split(' ')])
  })

  it('an unknown protocol is a mistake of the caller', () => {
    expect(() => applyProtocol('claude', 'claude')).toThrow(/Known protocols: none, claude-json/)
  })
})

describe('applyResume for Claude Code', () => {
  it('names the session, in place of what the command named', () => {
    expect(applyResume('claude -p', 'claude-json', 'abc-1')).toBe('claude -p --resume abc-1')
    expect(applyResume('claude -p --continue -- hi', 'claude-json', 'abc')).toBe(
      'claude -p --resume abc -- hi',
    )
    expect(applyResume(['claude', '--resume', 'old', '-p'], 'claude-json', 'new')).toEqual([
      'claude',
      '-p',
      '--resume',
      'new',
    ])
  })

  it('quotes an id that a shell would read', () => {
    expect(applyResume('claude -p', 'claude-json', "a'; rm -rf /")).toBe(
      `claude -p --resume 'a'\\''; rm -rf /'`,
    )
  })

  it('is null where nothing can be resumed', () => {
    expect(applyResume('sh x.sh', 'none', 'abc')).toBeNull()
    expect(applyResume('claude -p', 'claude-json', '')).toBeNull()
  })
})

describe('protocolOfCommand', () => {
  it('finds the harness by its program', () => {
    expect(protocolOfCommand('cd x && claude -p')).toBe('claude-json')
    expect(protocolOfCommand(['/opt/bin/claude'])).toBe('claude-json')
    expect(protocolOfCommand('make claude')).toBeNull()
  })
})
