import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Writes files below a folder; what is no text is written as JSON. */
export function layFiles(folder: string, files: Readonly<Record<string, unknown>>): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
  }
}

/** Makes a folder a repository with one commit, as agents expect; where there is no git, it stays as it is. */
export function makeRepository(folder: string): void {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: folder })
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('-c', 'user.name=dev', '-c', 'user.email=dev@example.invalid', 'commit', '-qm', 'Start')
}
