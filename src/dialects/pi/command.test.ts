import { describe, expect, it } from 'vitest'
import { applyProtocol, applyResume, protocolOfCommand } from '../registry.ts'

describe('applyProtocol for pi', () => {
  const CASES: readonly [command: string, expected: string][] = [
    ['pi', 'pi --mode json -p'],
    ['pi -p', 'pi -p --mode json'],
    ['pi --print "fix it"', 'pi --print "fix it" --mode json'],
    ['pi @a.png "What is this?"', 'pi @a.png "What is this?" --mode json -p'],
    ['pi -p -- --mode', 'pi -p --mode json -- --mode'],
    // -p would take a word behind it as a prompt; a bare `--` it leaves alone.
    ['pi -- hi', 'pi --mode json -p -- hi'],
    ['pi --mode json', 'pi --mode json'],
    ['pi --mode text -p', 'pi --mode text -p'],
    // Refused by pi itself (exit code 1): its own message is better than a guess of ours.
    ['pi --mode=json -p', 'pi --mode=json -p'],
    ['pi -p "use --mode x"', 'pi -p "use --mode x" --mode json'],
    [
      'npx @earendil-works/pi-coding-agent@1.6.0 -p',
      'npx @earendil-works/pi-coding-agent@1.6.0 -p --mode json',
    ],
  ]
  for (const [command, expected] of CASES) {
    it(command, () => expect(applyProtocol(command, 'pi-json')).toBe(expected))
  }
})

describe('applyResume for pi', () => {
  const resume = (command: string) => applyResume(command, 'pi-json', 'id-1')

  it('names the session, in place of what the command named', () => {
    expect(resume('pi --mode json -p')).toBe('pi --mode json -p --session id-1')
    expect(resume('pi -p --session-id mine -- hi')).toBe('pi -p --session id-1 -- hi')
    expect(resume('pi -c -p')).toBe('pi -p --session id-1')
    expect(resume('pi --fork id-0 -p')).toBe('pi -p --session id-1')
  })

  it('is null for a session that was never written down', () => {
    expect(resume('pi --no-session -p')).toBeNull()
  })
})

it('is found by its program', () => {
  expect(protocolOfCommand('cd x && pi -p')).toBe('pi-json')
  expect(protocolOfCommand('pip install x')).toBeNull()
})
