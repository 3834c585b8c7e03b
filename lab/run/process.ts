import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'

/** A process to run and record. */
export type ProcessPlan = {
  program: string
  args: readonly string[]
  cwd: string
  environment: Record<string, string>
  /** Writes to the process; its result is kept as what stdin was. */
  feed(child: ChildProcessWithoutNullStreams): Promise<string>
  /** Resolves when the process group is to get SIGINT; null: never. */
  interruptWhen: Promise<void> | null
  limitMs: number
}

/** What a process did. */
export type ProcessRecord = {
  stdout: Buffer
  stderr: string
  stdin: string
  /** Each read from stdout: milliseconds since the start, and bytes. */
  chunks: [ms: number, bytes: number][]
  exitCode: number | null
  signal: string | null
  durationMs: number
  isTimedOut: boolean
}

/** How long stdout may stay open after the exit, in the hands of processes that the harness left behind. */
const DRAIN_MS = 1500

/** Runs a process in a group of its own and keeps what it prints, byte for byte. It never outlives its limit. */
export async function recordProcess(plan: ProcessPlan): Promise<ProcessRecord> {
  const startedAt = Date.now()
  const { program, args, cwd, environment: env } = plan
  const child = spawn(program, [...args], { cwd, env, stdio: ['pipe', 'pipe', 'pipe'], detached: true })
  const read: Buffer[] = []
  const errors: Buffer[] = []
  const chunks: [number, number][] = []
  child.stdout.on('data', (chunk: Buffer) => {
    chunks.push([Date.now() - startedAt, chunk.length])
    read.push(chunk)
  })
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
  child.stdin.on('error', () => {})
  const ended = endOf(child)
  const fed = plan.feed(child)
  plan.interruptWhen?.then(() => signalGroup(child, 'SIGINT'))
  let isTimedOut = false
  const limit = setTimeout(() => {
    isTimedOut = true
    signalGroup(child, 'SIGKILL')
  }, plan.limitMs)
  const { exitCode, signal } = await ended
  clearTimeout(limit)
  const durationMs = Date.now() - startedAt
  const stdin = await Promise.race([fed, new Promise<string>((resolve) => setTimeout(resolve, 1000, ''))])
  const stderr = Buffer.concat(errors).toString('utf8')
  return { stdout: Buffer.concat(read), stderr, stdin, chunks, exitCode, signal, durationMs, isTimedOut }
}

function endOf(child: ChildProcessWithoutNullStreams) {
  return new Promise<{ exitCode: number | null; signal: string | null }>((resolve, reject) => {
    const settle = (exitCode: number | null, signal: string | null) => resolve({ exitCode, signal })
    child.once('error', reject)
    child.once('close', settle)
    child.once('exit', (exitCode, signal) => setTimeout(() => settle(exitCode, signal), DRAIN_MS))
  })
}

function signalGroup(child: ChildProcessWithoutNullStreams, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // The group has ended.
  }
}
