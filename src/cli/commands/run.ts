import { constants } from 'node:os'
import { protocolOfCommand } from '../../dialects/registry.ts'
import { recordUntilSaid, type StartedRun, startRun } from '../../recorder/index.ts'
import type { RunRecord, Store } from '../../store/index.ts'
import { shortenId, withStore } from '../home.ts'
import { readNumber, readPermissions, readProtocol } from '../option-values.ts'
import { writeTo } from '../output.ts'
import { CliProblem } from '../problem.ts'
import { readPrompt } from '../read-prompt.ts'
import { readUserFiles } from '../read-user-files.ts'
import { recordAndPrint } from '../record-and-print.ts'
import { createStyle, wantsColour } from '../render/style.ts'
import { jsonLine } from '../render/terminal-text.ts'
import { steerBySignals } from '../steering.ts'

/** What `run` was told. */
export type RunOptions = {
  protocol?: string
  title?: string
  prompt?: string
  cwd?: string
  timeLimit?: string
  spoolLimit?: string
  keepOpen?: boolean
  waitBackground?: string
  permissions?: string
  authMethod?: string
  file?: string[]
  detach?: boolean
  json?: boolean
  raw?: boolean
}

/** What a shell says when the terminal of a program was closed. */
const LEFT_EXIT_CODE = 128 + constants.signals.SIGHUP
const LONGEST_TIME_LIMIT_S = 31_536_000

/**
 * Runs a harness, records it and prints it live. Gives the exit code of the harness: its own, 128 and the number of the
 * signal that ended it, or 127 for a program that cannot be found; 0 for a run that is left to itself.
 */
export async function runCommand(command: readonly string[], options: RunOptions): Promise<number> {
  if (!command[0]) {
    throw new CliProblem('Nothing to run. Give the command after --, e.g.: agent-stream run -- claude -p', 2)
  }
  const protocol =
    options.protocol === undefined ? protocolOfCommand(command) : readProtocol(options.protocol)
  const timeLimitMs = readSeconds('--time-limit', options.timeLimit)
  const spoolLimitBytes = readMegabytes('--spool-limit', options.spoolLimit)
  const waitBackgroundMs = readSeconds('--wait-background', options.waitBackground)
  const permissions = readPermissions(options.permissions)
  const files = readUserFiles(options.file)
  const prompt = await readPrompt(options.prompt)
  return await withStore(async (store, home) => {
    const steering = steerBySignals(store)
    try {
      const { cwd, title, keepOpen, authMethod } = options
      const words = { prompt, files }
      const steps = { keepOpen, timeLimitMs, spoolLimitBytes, waitBackgroundMs, permissions, authMethod }
      const run = await startRun(store, { home, command, protocol, cwd, title, ...words, ...steps })
      if (options.detach) {
        await recordUntilSaid(store, run.runId)
        await printStarted(store, run, options)
        return 0
      }
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

const MAX_SPOOL_MB = 1_000_000

function readMegabytes(option: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  return Math.ceil(readNumber(option, value, { min: 0.001, max: MAX_SPOOL_MB, isWhole: false }) * 1_000_000)
}

function readSeconds(option: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  return readNumber(option, value, { min: 0.001, max: LONGEST_TIME_LIMIT_S, isWhole: false }) * 1_000
}

/** Nobody brings a detached run into the store but a server, or whoever follows it. */
async function printStarted(store: Store, run: StartedRun, { json }: RunOptions): Promise<void> {
  if (json) await writeTo(process.stdout, `${jsonLine({ task: run.taskId, run: run.runId })}\n`)
  else await writeTo(process.stdout, `agent-stream show --follow ${await shortenId(store, run.taskId)}\n`)
}

async function printHint(store: Store, taskId: string): Promise<void> {
  const style = createStyle(wantsColour(process.stdout))
  await writeTo(process.stdout, `${style.dim(`agent-stream show ${await shortenId(store, taskId)}`)}\n`)
}

/**
 * 0 for a harness that had done all and had to be ended, because it went on after the end of its input; 1 where nobody saw
 * the end of the process (the machine went down).
 */
function exitCodeOf(run: RunRecord | null): number {
  if (run?.stoppedBy === 'end_of_input') return 0
  const signal = constants.signals[run?.signal as NodeJS.Signals]
  return signal === undefined ? (run?.exitCode ?? 1) : 128 + signal
}
