import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseSessionTitle, readsTitleOutOfBand, sessionTitleProbe } from '../registry.ts'

function runProbe(transcript: string, sessionId = 'abc-123'): string {
  const home = mkdtempSync(join(tmpdir(), 'agent-stream-title-'))
  const project = join(home, '.claude/projects/-workspace-demo')
  mkdirSync(project, { recursive: true })
  mkdirSync(join(home, '.claude/projects/-other'))
  writeFileSync(join(project, `${sessionId}.jsonl`), transcript)
  const probe = sessionTitleProbe('claude-json', sessionId)
  return execFileSync('/bin/sh', ['-c', probe ?? 'exit 9'], {
    env: { HOME: home, PATH: process.env.PATH },
    encoding: 'utf8',
  })
}

const ai = (title: string) =>
  `${JSON.stringify({ type: 'ai-title', aiTitle: title, sessionId: 'abc-123' })}\n`
const custom = (title: string) =>
  `${JSON.stringify({ type: 'custom-title', customTitle: title, sessionId: 'abc-123' })}\n`

describe('the title probe of Claude Code', () => {
  it('finds the last title of an agent', () => {
    expect(parseSessionTitle('claude-json', runProbe(ai('Old') + ai('New') + ai(' ')))).toEqual({
      title: 'New',
      source: 'agent',
    })
  })

  it('prefers the name that a human gave, however early it was', () => {
    const output = runProbe(custom('Mine') + ai('A').repeat(5_000))
    expect(parseSessionTitle('claude-json', output)).toEqual({ title: 'Mine', source: 'human' })
    expect(Buffer.byteLength(output)).toBeLessThanOrEqual(16_384)
  })

  it('an empty custom title clears it', () => {
    expect(parseSessionTitle('claude-json', runProbe(custom('Mine') + custom('') + ai('Agent')))).toEqual({
      title: 'Agent',
      source: 'agent',
    })
  })

  it('is not fooled by a record inside a message, nor by a huge line', () => {
    const inside = `${JSON.stringify({ type: 'user', text: ai('Fake').repeat(10_000) })}\n`
    expect(parseSessionTitle('claude-json', runProbe(inside))).toBeNull()
    const output = runProbe(ai('x'.repeat(100_000)))
    expect(Buffer.byteLength(output)).toBeLessThanOrEqual(16_384)
  })

  it('prints nothing and fails nothing where there is no transcript', () => {
    expect(runProbe('')).toBe('')
  })

  it('takes no id that a shell could read', () => {
    for (const id of ['', 'a b', '$(id)', '../x', "a'b", 'é'])
      expect(sessionTitleProbe('claude-json', id)).toBeNull()
    expect(sessionTitleProbe('jsonl', 'abc')).toBeNull()
    expect(readsTitleOutOfBand('claude-stream')).toBe(true)
    expect(readsTitleOutOfBand('jsonl')).toBe(false)
  })
})
