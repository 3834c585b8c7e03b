import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseSessionTitle, sessionTitleProbe } from '../registry.ts'

const ID = '01a22fa9-1d40-7a0b-9d63-3c5b0a1d2e3f'

function runProbe(transcript: string, env: (home: string) => Record<string, string> = () => ({})): string {
  const home = mkdtempSync(join(tmpdir(), 'agent-stream-title-'))
  const variables = env(home)
  const agent = variables.PI_CODING_AGENT_DIR ?? join(home, '.pi/agent')
  const folder = variables.PI_CODING_AGENT_SESSION_DIR ?? join(agent, 'sessions/--workspace-demo--')
  mkdirSync(folder, { recursive: true })
  mkdirSync(join(home, '.pi/agent/sessions/--other--'), { recursive: true })
  writeFileSync(join(folder, `2026-12-01T03-32-22-564Z_${ID}.jsonl`), transcript)
  return execFileSync('/bin/sh', ['-c', sessionTitleProbe('pi-json', ID) ?? 'exit 9'], {
    env: { HOME: home, PATH: process.env.PATH, ...variables },
    encoding: 'utf8',
  })
}

const HEADER = `${JSON.stringify({ type: 'session', version: 3, id: ID, timestamp: '2026-12-01T03:32:22.564Z' })}\n`
/** As 1.6.0 writes it for `--name`. */
const named = (name?: string) =>
  `${JSON.stringify({ type: 'session_info', id: 'e5f43881', parentId: null, timestamp: '2026-12-01T03:32:22.564Z', name })}\n`
const titleIn = (output: string) => parseSessionTitle('pi-json', output)

describe('the title probe of pi', () => {
  it('finds the last name that was given', () => {
    const output = runProbe(HEADER + named('Old') + named('My own title ✨'))
    expect(titleIn(output)).toEqual({ title: 'My own title ✨', source: 'human' })
  })

  it('looks where the environment says', () => {
    for (const variable of ['PI_CODING_AGENT_DIR', 'PI_CODING_AGENT_SESSION_DIR']) {
      const output = runProbe(HEADER + named('Mine'), (home) => ({ [variable]: join(home, 'elsewhere') }))
      expect(titleIn(output), variable).toEqual({ title: 'Mine', source: 'human' })
    }
  })

  it('finds none where the name was taken away, or never given', () => {
    expect(titleIn(runProbe(HEADER + named('Mine') + named()))).toBeNull()
    expect(runProbe(HEADER)).toBe('')
    expect(titleIn('')).toBeNull()
  })

  it('is not fooled by a record inside a message, nor by a huge name', () => {
    const inside = `${JSON.stringify({ type: 'message', text: named('Fake').repeat(10_000) })}\n`
    expect(titleIn(runProbe(HEADER + inside))).toBeNull()
    const output = runProbe(HEADER + named('x'.repeat(100_000)))
    expect(Buffer.byteLength(output)).toBeLessThanOrEqual(16_384)
    expect(titleIn(output)).toBeNull()
  })

  it('takes no id that a shell could read', () => {
    for (const id of ['', 'a b', '$(id)', '../x', "a'b", 'a.b'])
      expect(sessionTitleProbe('pi-json', id)).toBeNull()
  })
})
