import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { dialectOf } from '../../src/dialects/registry.ts'
import { AGENT_PROTOCOLS, applyPrompt, applyResume, sessionTitleProbe } from '../../src/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'agent-stream-words-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Each would make a file called `owned` where a shell reads it. */
const HOSTILE = [
  "x'; touch owned; '",
  'x"; touch owned; "',
  '$(touch owned)',
  '`touch owned`',
  'x\ntouch owned\n',
  'x; touch owned',
  'x & touch owned',
  '../../etc/passwd; touch owned',
  '-x; touch owned',
]

/** What a program of this name is called with when a shell runs the command. */
function argumentsOf(program: string, command: string): string[] {
  const script = '#!/bin/sh\nprintf "%s\\0" "$@"\n'
  writeFileSync(join(folder, program), script, { mode: 0o755 })
  const env = { PATH: `${folder}:${process.env.PATH}` }
  return execFileSync('/bin/sh', ['-c', command], { cwd: folder, env, encoding: 'utf8' }).split('\0')
}

for (const protocol of AGENT_PROTOCOLS) {
  const program = dialectOf(protocol).command?.programs[0]
  if (program === undefined) continue
  describe(protocol, () => {
    it.each(HOSTILE)('hands the session id %j from a stream to a shell as one word', (id) => {
      const command = applyResume(program, protocol, id)
      if (command !== null) {
        expect(argumentsOf(program, command).filter((word) => word.includes(id))).toHaveLength(1)
      }
      expect(sessionTitleProbe(protocol, id)).toBeNull()
      expect(existsSync(join(folder, 'owned')), readdirSync(folder).join()).toBe(false)
    })

    it.each(HOSTILE)('hands the prompt %j to a shell as one word, which is no flag', (prompt) => {
      const command = applyPrompt(program, protocol, prompt)
      if (command === null) return
      const word = argumentsOf(program, command).find((one) => one.includes(prompt))
      expect(word?.startsWith('-')).toBe(false)
      expect(existsSync(join(folder, 'owned'))).toBe(false)
    })
  })
}
