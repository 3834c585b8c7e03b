import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseSessionTitle, sessionTitleProbe } from '../registry.ts'

const ID = 'ses_dd0599c4effeCjVmME7kDr9QV0'

/** Runs the probe in a home with these files, and with stand-ins for the programs that it may ask. */
function runProbe(files: Record<string, string>, programs: Record<string, string> = {}): string {
  const home = mkdtempSync(join(tmpdir(), 'agent-stream-title-'))
  const write = (path: string, text: string): void => {
    mkdirSync(join(home, path, '..'), { recursive: true })
    writeFileSync(join(home, path), text)
  }
  for (const [path, text] of Object.entries(files)) write(join('.local/share/opencode', path), text)
  for (const program of ['cat', 'head']) {
    write(join('bin', program), `#!/bin/sh\nPATH=/usr/bin:/bin exec ${program} "$@"\n`)
  }
  for (const [program, script] of Object.entries(programs))
    write(join('bin', program), `#!/bin/sh\n${script}\n`)
  for (const program of ['cat', 'head', ...Object.keys(programs)])
    chmodSync(join(home, 'bin', program), 0o755)
  const probe = sessionTitleProbe('opencode-json', ID) ?? 'exit 9'
  return execFileSync('/bin/sh', ['-c', probe], {
    env: { HOME: home, PATH: join(home, 'bin') },
    encoding: 'utf8',
  })
}

const titleIn = (output: string) => parseSessionTitle('opencode-json', output)

/** As `opencode export` of 1.18.33 begins. */
const EXPORT = JSON.stringify(
  {
    info: { id: ID, directory: '/work "title": "x"', title: 'Say "hé" ✨' },
    messages: ['x'.repeat(100_000)],
  },
  null,
  2,
)

describe('the title probe of opencode', () => {
  it('reads the file that older versions keep', () => {
    const file = JSON.stringify({ id: ID, version: '1.1.34', title: 'Greeting', time: {} }, null, 2)
    const output = runProbe({ [`storage/session/ae05bd21/${ID}.json`]: file, 'opencode.db': '' })
    expect(titleIn(output)).toEqual({ title: 'Greeting', source: 'agent' })
  })

  it('asks the database where sqlite3 is installed', () => {
    const answer = `case "$1 $3" in "-readonly select"*"'${ID}'") echo '{"title":"From \\"db\\""}';; esac`
    const sqlite3 = `[ -f "$2" ] && ${answer}`
    const output = runProbe({ 'opencode.db': 'SQLite' }, { sqlite3, opencode: 'echo never' })
    expect(titleIn(output)).toEqual({ title: 'From "db"', source: 'agent' })
  })

  it('else asks opencode, and reads only the beginning', () => {
    const script = `[ "$1 $2" = "export ${ID}" ] && cat <<'END'\n${EXPORT}\nEND`
    const output = runProbe({ 'opencode.db': '' }, { sqlite3: 'exit 1', opencode: script })
    expect(titleIn(output)).toEqual({ title: 'Say "hé" ✨', source: 'agent' })
    expect(Buffer.byteLength(output)).toBeLessThanOrEqual(16_384)
  })

  it('prints nothing and fails nothing where there is no session', () => {
    expect(runProbe({}, { opencode: 'echo never' })).toBe('\n')
    expect(titleIn('\n')).toBeNull()
    expect(titleIn('{"title": "cut')).toBeNull()
  })

  it('does not take the placeholder for a title', () => {
    expect(titleIn('{"title":"New session - 2026-12-01T03:29:23.378Z"}')).toBeNull()
    expect(titleIn('{"title":"New session - what is it?"}')).not.toBeNull()
  })

  it('takes no id that a shell could read', () => {
    for (const id of ['', 'a b', '$(id)', '../x', "a'b"])
      expect(sessionTitleProbe('opencode-json', id)).toBeNull()
  })
})
