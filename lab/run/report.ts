import type { Exchange, Served } from '../server/served.ts'
import type { ProcessRecord } from './process.ts'

/** What is known about one process of a scenario, besides its stdout. */
export type RunReport = Omit<ProcessRecord, 'stdout'> & {
  args: string[]
  isInterrupted: boolean
  served: Served
  /** The part of `served` that went to subagents. */
  helper: Served
  /** Answers besides the script: titles, summaries. */
  side: Served
  exchanges: readonly Exchange[]
}

/** The facts beside a recording, `<scenario>.meta.json`. */
export type RecordingMeta = {
  harness: string
  version: string
  scenario: string
  protocol: string
  note: string
  args: string[]
  stdin: string
  exitCode: number | null
  signal: string | null
  durationMs: number
  /** Whether the lab interrupted it: SIGINT to its group, or `session/cancel`. */
  isInterrupted: boolean
  /** Killed by the lab because it did not end in time. */
  isTimedOut: boolean
  chunks: [ms: number, bytes: number][]
  /** The end of stderr. */
  stderr: string
  served: Served
  helper: Served
  side: Served
  /** Requests for answers, with the status of each: `main 200`, `side 200`, `main 400`, `main 200 not whole`. */
  requests: string[]
}

const STDERR_TAIL = 4000

/** The facts of a run as they are kept. */
export function metaOf(
  about: Pick<RecordingMeta, 'harness' | 'version' | 'scenario' | 'protocol' | 'note'>,
  report: RunReport,
): RecordingMeta {
  const { args, stdin, exitCode, signal, durationMs, chunks, stderr } = report
  const { isInterrupted, isTimedOut, served, helper, side } = report
  const requests = report.exchanges.map(
    ({ lane, status, isWhole }) => `${lane} ${status}${isWhole ? '' : ' not whole'}`,
  )
  const tail = stderr.slice(-STDERR_TAIL)
  const end = { exitCode, signal, durationMs, isInterrupted, isTimedOut }
  return { ...about, args, stdin, ...end, chunks, stderr: tail, served, helper, side, requests }
}
