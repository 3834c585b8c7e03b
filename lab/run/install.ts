import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { platformOf } from '../platform.ts'

/** The scratch folder of the lab: `AGENT_STREAM_LAB`, or one in the system's folder for temporary files. */
export function scratchFolder(): string {
  return process.env.AGENT_STREAM_LAB || join(tmpdir(), 'agent-stream-lab')
}

/** Installs a package from npm into the scratch folder, once, without its install scripts. Gives back the folder. */
export function installPackage(name: string, version: string, scratch: string): string {
  const folder = join(scratch, 'installs', `${name.replace('/', '+')}@${version}`)
  const mark = join(folder, '.installed')
  if (existsSync(mark)) return folder
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  runNpm(['install', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${version}`], folder)
  writeFileSync(mark, '')
  return folder
}

/** A Node program of a major version: npm has them as packages. */
export function installNode(major: number, scratch: string): string {
  const name = `node-${platformOf()}`
  return join(installPackage(name, String(major), scratch), 'node_modules', name, 'bin', 'node')
}

/** The version that a word such as `latest` stands for; a version is given back as it is. */
export function resolveVersion(name: string, version: string): string {
  return /^\d/.test(version) ? version : runNpm(['view', `${name}@${version}`, 'version'], tmpdir()).trim()
}

function runNpm(args: string[], cwd: string): string {
  const { error, status, stdout, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8' })
  if (!error && status === 0) return stdout
  throw new Error(`npm ${args.join(' ')} failed: ${error?.message ?? stderr.trim()}`)
}
