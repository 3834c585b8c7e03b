/**
 * Real CLIs through the built agent-stream, against the scripted model server, in a namespace that has loopback alone.
 * Prints a table of what held. Usage: tsx lab/e2e/main.ts [part of a case's name...]
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { harnessNamed } from '../harnesses/registry.ts'
import { bundleLab } from '../run/bundle.ts'
import { installNode, installPackage, scratchFolder } from '../run/install.ts'
import { namespaceArgs, namespaceEnvironment, requireNamespace } from '../run/namespace.ts'
import { PLACES } from '../workspace.ts'
import type { Check, EndToEndCase } from './case.ts'
import { CASES } from './cases.ts'

/** No case takes longer, whatever the CLI does. */
const LIMIT_MS = 240_000

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

requireNamespace()
if (!existsSync(join(ROOT, 'dist/cli/main.js'))) throw new Error('agent-stream is not built: npm run build')
const scratch = scratchFolder()
const lab = join(scratch, 'bundle-e2e')
await bundleLab(lab, 'e2e/inside.ts')
const wanted = process.argv.slice(2)
console.log('| what runs | version | what held | all |\n| --- | --- | --- | --- |')
for (const [index, one] of CASES.entries()) {
  if (wanted.length > 0 && !wanted.some((part) => one.name.includes(part))) continue
  const checks = runCase(index, one)
  const failed = checks.filter(({ isMet }) => !isMet)
  const held = checks.filter(({ isMet }) => isMet).map(({ what }) => what)
  const { version } = harnessNamed(one.harness)
  console.log(`| ${one.name} | ${version} | ${held.join('; ')} | ${failed.length === 0 ? 'yes' : 'no'} |`)
  for (const { what, detail } of failed) console.error(`  ${one.name}: not ${what}: ${detail}`)
  if (failed.length > 0) process.exitCode = 1
}

function runCase(index: number, { harness: name }: EndToEndCase): Check[] {
  const harness = harnessNamed(name)
  const agent = installPackage(harness.package, harness.version, scratch)
  const node = harness.node === undefined ? process.execPath : installNode(harness.node, scratch)
  const run = join(scratch, 'e2e', String(index))
  rmSync(run, { recursive: true, force: true })
  const folder = (part: string) => {
    mkdirSync(join(run, part), { recursive: true })
    return join(run, part)
  }
  const [home, work, out, stage] = [folder('home'), folder('work'), folder('out'), folder('stage')]
  const command = [PLACES.node, `${PLACES.lab}/inside.mjs`, String(index), harness.version]
  const { error, stderr } = spawnSync('unshare', namespaceArgs(command), {
    encoding: 'utf8',
    env: namespaceEnvironment({ agent, node, lab, home, work, out, stage, cache: null, product: ROOT }),
    timeout: LIMIT_MS,
    killSignal: 'SIGKILL',
  })
  const file = join(out, 'checks.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Check[]
  return [{ what: 'ended', isMet: false, detail: error?.message ?? stderr.trim().slice(-1500) }]
}
