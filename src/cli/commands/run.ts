import { text as readAll } from 'node:stream/consumers'
import { AGENT_PROTOCOLS, isAgentProtocol, protocolOfCommand } from '../../dialects/registry.ts'
import { interruptRun, recordRun, startRun, stopRun } from '../../recorder/index.ts'
import type { RunRecord } from '../../store/index.ts'
import { withStore } from '../home.ts'
import { printTask } from '../print-task.ts'
import { CliProblem } from '../problem.ts'

/** What `run` was told. */
export type RunOptions = {
  protocol?: string
  title?: string
  prompt?: string
  cwd?: string
  timeLimit?: string
  json?: boolean
  raw?: boolean
}

/**
 * Runs a harness, records it and prints it live. Gives the exit code of the harness: its own, 128 and the number of the
 * signal that ended it, or 127 for a program that cannot be found.
 */
export async function runCommand(command: readonly string[], options: RunOptions): Promise<number> {
  if (command.length === 0) {
    throw new CliProblem('Nothing to run. Give the command after --, e.g.: agent-stream run -- claude -p', 2)
  }
  const protocol = options.protocol ?? protocolOfCommand(command) ?? 'none'
  if (!isAgentProtocol(protocol)) {
    throw new CliProblem(
      `Unknown protocol ${JSON.stringify(protocol)}. Known protocols: ${AGENT_PROTOCOLS.join(', ')}.`,
      2,
    )
  }
  const prompt = options.prompt ?? (process.stdin.isTTY ? '' : await readAll(process.stdin))
  return await withStore(async (store, home) => {
    const { taskId, runId } = await startRun(store, {
      home,
      command,
      protocol,
      prompt,
      cwd: options.cwd,
      title: options.title,
      timeLimitMs: secondsToMs(options.timeLimit),
    })
    const release = onInterrupt(
      () => interruptRun(store, runId),
      () => stopRun(store, runId),
    )
    try {
      const print = { json: options.json ?? false, raw: options.raw ?? false, follow: true }
      await Promise.all([recordRun(store, runId), printTask(store, taskId, print)])
    } finally {
      release()
    }
    if (!options.json && process.stdout.isTTY)
      process.stdout.write(`agent-stream show ${taskId.slice(0, 18)}\n`)
    return exitCodeOf(await store.getRun(runId))
  })
}

/** The first Ctrl-C interrupts the harness, the second stops it; the recording goes on to the end either way. */
function onInterrupt(first: () => Promise<unknown>, second: () => Promise<unknown>): () => void {
  let presses = 0
  const press = (): void => {
    presses++
    if (presses === 1) process.stderr.write('Interrupting. Press Ctrl-C again to stop the harness.\n')
    const act = presses === 1 ? first : second
    act().catch((error: unknown) => process.stderr.write(`${error}\n`))
  }
  process.on('SIGINT', press)
  return () => {
    process.off('SIGINT', press)
  }
}

function secondsToMs(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const seconds = Number(value)
  if (seconds > 0) return seconds * 1_000
  throw new CliProblem(`--time-limit wants a number of seconds, not ${JSON.stringify(value)}.`, 2)
}

const SIGNAL_NUMBERS: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGABRT: 6,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGPIPE: 13,
  SIGTERM: 15,
}

function exitCodeOf(run: RunRecord | null): number {
  if (run?.signal) return 128 + (SIGNAL_NUMBERS[run.signal] ?? 0)
  return run?.exitCode ?? 1
}
