import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

/** The repository's root. */
export const ROOT: string = fileURLToPath(new URL('../..', import.meta.url))
const MAIN = join(ROOT, 'src/cli/main.ts')
const TSX = import.meta.resolve('tsx')

/** How the command line is called. */
export type CliOptions = {
  home: string
  input?: string | Uint8Array
  env?: Record<string, string>
  cwd?: string
}

/** How a call ended. */
export type CliResult = { code: number | null; signal: string | null; stdout: string; stderr: string }

/** A data folder of its own, removed when the test is over. */
export async function makeHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'agent-stream-cli-'))
  onTestFinished(() => rm(home, { recursive: true, force: true, maxRetries: 5 }))
  return home
}

/** Starts the real command line. It is killed when the test is over, if it still runs. */
export function startCli(args: readonly string[], { home, env = {}, cwd = ROOT }: CliOptions): ChildProcess {
  const { NO_COLOR: _no, FORCE_COLOR: _force, ...inherited } = process.env
  const child = spawn(process.execPath, ['--import', TSX, MAIN, ...args], {
    cwd,
    env: { ...inherited, AGENT_STREAM_HOME: home, ...env },
  })
  onTestFinished(() => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
  })
  return child
}

/** Calls the real command line and waits for its end. */
export async function cli(args: readonly string[], options: CliOptions): Promise<CliResult> {
  const child = startCli(args, options)
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(options.input ?? '')
  return await resultOf(child)
}

/** Everything that a started command line prints, and its end. */
export async function resultOf(child: ChildProcess): Promise<CliResult> {
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('The command line was started without pipes.')
  const [out, err] = await Promise.all([text(stdout), text(stderr), once(child, 'close')])
  return { code: child.exitCode, signal: child.signalCode, stdout: out, stderr: err }
}

/** The first line of a started command line's stdout, and all of them as they come. */
export async function readFirstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The command line was started without pipes.')
  for await (const line of createInterface({ input: child.stdout })) return line
  throw new Error('The command line printed nothing.')
}

/** What a function gives, once it is not null. Throws after the deadline. */
export async function waitFor<T>(
  what: string,
  look: () => Promise<T | null> | T | null,
  ms = 20_000,
): Promise<T> {
  const deadline = performance.now() + ms
  for (;;) {
    const value = await look()
    if (value !== null) return value
    if (performance.now() > deadline) throw new Error(`Waited ${ms} ms in vain for ${what}.`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/** The values of lines of JSON. */
export function jsonLines(text: string): unknown[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}
