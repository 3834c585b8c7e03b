import { constants } from 'node:os'
import { protocolOfCommand } from '../../dialects/registry.ts'
import { recordRun, startRun } from '../../recorder/index.ts'
import type { RunRecord, Store } from '../../store/index.ts'
import { shortenId, withStore } from '../home.ts'
import { readNumber, readProtocol } from '../option-values.ts'
import { writeTo } from '../output.ts'
import { printTask } from '../print-task.ts'
import { CliProblem } from '../problem.ts'
import { readPrompt } from '../read-prompt.ts'
import { createStyle, wantsColour } from '../render/style.ts'
import { steerBySignals } from '../steering.ts'

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

/** What a shell says when the terminal of a program was closed. */
const LEFT_EXIT_CODE = 128 + constants.signals.SIGHUP
const LONGEST_TIME_LIMIT_S = 31_536_000

/**
 * Runs a harness, records it and prints it live. Gives the exit code of the harness: its own, 128 and the number of the
 * signal that ended it, or 127 for a program that cannot be found.
 */
export async function runCommand(command: readonly string[], options: RunOptions): Promise<number> {
  if (!command[0]) {
    throw new CliProblem('Nothing to run. Give the command after --, e.g.: agent-stream run -- claude -p', 2)
  }
  const protocol = readProtocol(options.protocol ?? protocolOfCommand(command) ?? 'none')
  const { timeLimit } = options
  const limits = { min: 0.001, max: LONGEST_TIME_LIMIT_S, isWhole: false }
  const timeLimitMs =
    timeLimit === undefined ? undefined : readNumber('--time-limit', timeLimit, limits) * 1_000
  const prompt = await readPrompt(options.prompt)
  return await withStore(async (store, home) => {
    const steering = steerBySignals(store)
    try {
      const { cwd, title } = options
      const run = await startRun(store, { home, command, protocol, prompt, cwd, title, timeLimitMs })
      steering.attach(run.runId)
      const isWhole = await recordAndPrint(store, run, options, steering.left)
      if (!isWhole) return LEFT_EXIT_CODE
      if (!options.json) await printHint(store, run.taskId)
      return exitCodeOf(await store.getRun(run.runId))
    } finally {
      steering.release()
    }
  })
}

/** False when the run was left to itself before its end. A failure of one half ends the other. */
async function recordAndPrint(
  store: Store,
  { taskId, runId }: { taskId: string; runId: string },
  options: RunOptions,
  left: AbortSignal,
): Promise<boolean> {
  const failing = new AbortController()
  const signal = AbortSignal.any([left, failing.signal])
  const print = { json: options.json ?? false, raw: options.raw ?? false, follow: true, signal }
  const halves = [recordRun(store, runId, { signal }), printTask(store, taskId, print)] as const
  try {
    const [isWhole] = await Promise.all(halves)
    return isWhole
  } catch (error) {
    failing.abort()
    await Promise.allSettled(halves)
    throw error
  }
}

async function printHint(store: Store, taskId: string): Promise<void> {
  const style = createStyle(wantsColour(process.stdout))
  await writeTo(process.stdout, `${style.dim(`agent-stream show ${await shortenId(store, taskId)}`)}\n`)
}

/** 1 where nobody saw the end of the process (the machine went down). */
function exitCodeOf(run: RunRecord | null): number {
  const signal = constants.signals[run?.signal as NodeJS.Signals]
  return signal === undefined ? (run?.exitCode ?? 1) : 128 + signal
}
