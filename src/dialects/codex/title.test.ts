import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseSessionTitle, readsTitleOutOfBand, sessionTitleProbe } from '../registry.ts'

const ID = '01a23138-6fb2-7fc2-a006-e61af96c69c3'

/** Runs the probe on an index as 0.171.0 writes it: in the home, or where `CODEX_HOME` says. */
function runProbe(index: string | null, hasOwnHome = false): string {
  const home = mkdtempSync(join(tmpdir(), 'agent-stream-codex-title-'))
  const folder = hasOwnHome ? join(home, 'a home') : join(home, '.codex')
  mkdirSync(folder)
  if (index !== null) writeFileSync(join(folder, 'session_index.jsonl'), index)
  return execFileSync('/bin/sh', ['-c', sessionTitleProbe('codex-json', ID) ?? 'exit 9'], {
    env: { HOME: home, PATH: process.env.PATH, ...(hasOwnHome ? { CODEX_HOME: folder } : {}) },
    encoding: 'utf8',
  })
}

const named = (id: string, name: string): string =>
  `${JSON.stringify({ id, thread_name: name, updated_at: '2026-12-01T10:48:32.165541792Z' })}\n`

describe('the title probe of Codex', () => {
  it('finds the last name of the thread, and no other thread’s', () => {
    const index = named(ID, 'Mine "quoted" ✨') + named('other', 'Not mine') + named(ID, 'Second')
    const title = { title: 'Second', source: 'human' }
    expect(parseSessionTitle('codex-json', runProbe(index + named('other', 'Later')))).toEqual(title)
    expect(parseSessionTitle('codex-json', runProbe(index, true))).toEqual(title)
  })

  it('is not fooled by such a line inside a name, nor by a huge one', () => {
    expect(parseSessionTitle('codex-json', runProbe(named('other', named(ID, 'Fake'))))).toBeNull()
    const output = runProbe(named(ID, 'x'.repeat(100_000)).repeat(5) + named(ID, 'Good'))
    expect(Buffer.byteLength(output)).toBeLessThanOrEqual(16_384)
    expect(parseSessionTitle('codex-json', output)?.title).toBe('Good')
  })

  it('prints nothing and fails nothing where nobody named a thread', () => {
    expect(runProbe(null)).toBe('')
    expect(parseSessionTitle('codex-json', '')).toBeNull()
    expect(parseSessionTitle('codex-json', named(ID, ' '))).toBeNull()
    expect(() => runProbe(named('other', 'x'))).not.toThrow()
  })

  it('takes no id that a shell could read', () => {
    for (const id of ['', 'a b', '$(id)', '../x', "a'b"])
      expect(sessionTitleProbe('codex-json', id)).toBeNull()
    expect(readsTitleOutOfBand('codex-json')).toBe(true)
  })
})
