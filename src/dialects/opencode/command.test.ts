import { describe, expect, it } from 'vitest'
import { applyProtocol, applyResume, protocolOfCommand } from '../registry.ts'

describe('applyProtocol for opencode', () => {
  const CASES: readonly [command: string, expected: string][] = [
    ['opencode run', 'opencode run --format json'],
    ['opencode run "fix it"', 'opencode run "fix it" --format json'],
    ['opencode run -f a.png -- "What is this?"', 'opencode run -f a.png --format json -- "What is this?"'],
    // A second --format would switch to prose.
    ['opencode run --format json', 'opencode run --format json'],
    ['opencode run --format=json hi', 'opencode run --format=json hi'],
    ['opencode run --format default', 'opencode run --format default'],
    ['opencode run "use --format x"', 'opencode run "use --format x" --format json'],
    ['opencode run -- --format', 'opencode run --format json -- --format'],
    ['npx opencode-ai@1.18.33 run', 'npx opencode-ai@1.18.33 run --format json'],
    ['cat p | opencode run > log', 'cat p | opencode run > log --format json'],
  ]
  for (const [command, expected] of CASES) {
    it(command, () => expect(applyProtocol(command, 'opencode-json')).toBe(expected))
  }
})

describe('applyResume for opencode', () => {
  it('names the session, in place of what the command named', () => {
    const resume = (command: string) => applyResume(command, 'opencode-json', 'ses_1')
    expect(resume('opencode run --format json')).toBe('opencode run --format json --session ses_1')
    expect(resume('opencode run -s ses_0 --fork')).toBe('opencode run --session ses_1')
    expect(resume('opencode run --continue -- hi')).toBe('opencode run --session ses_1 -- hi')
    expect(resume('opencode run --session=ses_0 -m a/b')).toBe('opencode run -m a/b --session ses_1')
  })
})

it('is found by its program', () => {
  expect(protocolOfCommand(['/usr/bin/opencode', 'run'])).toBe('opencode-json')
})
