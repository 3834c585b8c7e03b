/** Builds the package into `dist`: the library with tsc, the page with Vite. Usage: tsx scripts/build.ts */
import { execFileSync } from 'node:child_process'
import { chmodSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

// What a removed source file once gave must not be packed.
rmSync(`${root}dist`, { recursive: true, force: true })
run('typescript/bin/tsc', '-p', 'tsconfig.build.json')
chmodSync(`${root}dist/cli/main.js`, 0o755)
run('vite/bin/vite.js', 'build', '--logLevel', 'warn')

/** Runs a tool of node_modules under this very Node, whichever `node` the PATH has first. */
function run(tool: string, ...args: string[]): void {
  try {
    execFileSync(process.execPath, [`${root}node_modules/${tool}`, ...args], { cwd: root, stdio: 'inherit' })
  } catch {
    // The tool has said what is wrong; a stack of ours would only hide it.
    process.exit(1)
  }
}
