import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { UserFile } from '../recorder/index.ts'
import { CliProblem } from './problem.ts'

/** Larger files are a person's mistake: no harness reads them. */
const MAX_FILE_BYTES = 64 * 1024 * 1024

/** The files that go with a person's words. Throws a `CliProblem` for one that cannot be read or is too large. */
export function readUserFiles(paths: readonly string[] = []): UserFile[] {
  return paths.map((path) => {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (!stats?.isFile()) throw new CliProblem(`There is no file ${path} to attach.`, 2)
    if (stats.size > MAX_FILE_BYTES) {
      throw new CliProblem(
        `${path} is too large to attach: ${stats.size} bytes, at most ${MAX_FILE_BYTES}.`,
        2,
      )
    }
    return { name: basename(path), mediaType: null, bytes: readFileSync(path) }
  })
}
