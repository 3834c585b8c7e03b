import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { align } from './align.ts'
import { maskEvent, maskText } from './mask.ts'
import { harnessesIn, readNewest } from './read-sets.ts'

describe('align', () => {
  const pairs = (left: string, right: string): string =>
    align([...left], [...right], (letter) => letter)
      .map(([a, b]) => (a === b ? `${a}` : a ? `-${a}` : `+${b}`))
      .join('')

  it('keeps the longest common part together', () => {
    expect(pairs('abcd', 'abcd')).toBe('abcd')
    expect(pairs('abcd', 'acd')).toBe('a-bcd')
    expect(pairs('abd', 'abcd')).toBe('ab+cd')
    expect(pairs('abc', 'axc')).toBe('a-b+xc')
    expect(pairs('', 'ab')).toBe('+a+b')
  })
})

describe('mask', () => {
  it('hides what differs from run to run, and nothing else', () => {
    expect(maskText('at 2026-12-01T03:31:32.652Z in /tmp/a-1/b.txt: 12 of 3.5, ok')).toBe(
      'at <time> in <path>: # of #, ok',
    )
    expect(maskText('ef45799e-75c9-4c5d-8e50-1b1b1d2f4a11 and msg_01Uhct8Fn3qQVc3VnGH3Byzf')).toBe(
      '<id> and <id>',
    )
    const payload = { callId: 'x', isError: true, exitCode: 3, durationMs: 12, output: null }
    expect([...maskEvent({ type: 'tool.result', payload })]).toEqual([
      ['callId', '"<id>"'],
      ['isError', 'true'],
      ['exitCode', '3'],
      ['durationMs', '"#"'],
      ['output', 'null'],
    ])
  })
})

describe('the folder of recordings', () => {
  const root = mkdtempSync(join(tmpdir(), 'drift-sets-'))
  for (const version of ['0.9.0', '0.10.0']) {
    mkdirSync(join(root, 'kimi-code', version), { recursive: true })
    writeFileSync(join(root, 'kimi-code', version, 'plain.jsonl'), '{}\n')
  }

  it('is one of harnesses, of one harness or of one version; the newest version is taken', () => {
    expect(harnessesIn(root)).toEqual(['kimi-code'])
    expect(harnessesIn(join(root, 'kimi-code', '0.9.0'))).toEqual(['kimi-code'])
    expect(readNewest(root, 'kimi').version).toBe('0.10.0')
    expect(readNewest(join(root, 'kimi-code'), 'kimi').version).toBe('0.10.0')
    const old = readNewest(join(root, 'kimi-code', '0.9.0'), 'kimi')
    expect([old.version, old.recordings.map(({ scenario }) => scenario)]).toEqual(['0.9.0', ['plain']])
    expect(() => readNewest(root, 'codex')).toThrow(/No recordings of codex/)
  })
})
