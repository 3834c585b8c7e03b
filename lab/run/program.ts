import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Harness } from '../harnesses/harness.ts'
import { PLACES } from '../workspace.ts'

/** A native program is started as it is, a script by Node. */
export function programOf(harness: Harness): string[] {
  const paths = harness.programs.map((path) => join(PLACES.agent, 'node_modules', path))
  const found = paths.find((path) => existsSync(path))
  if (found === undefined) throw new Error(`None of ${paths.join(', ')} exists.`)
  return isScript(found) ? [PLACES.node, found] : [found]
}

function isScript(path: string): boolean {
  const start = Buffer.alloc(4)
  const file = openSync(path, 'r')
  readSync(file, start)
  closeSync(file)
  return !start.equals(Buffer.from('\u007fELF'))
}

/** The environment that every program starts from. */
export function baseEnvironment(): Record<string, string> {
  return {
    PATH: `${dirname(PLACES.node)}:/usr/local/bin:/usr/bin:/bin`,
    HOME: PLACES.home,
    USER: 'dev',
    SHELL: '/bin/bash',
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    TZ: 'UTC',
  }
}
