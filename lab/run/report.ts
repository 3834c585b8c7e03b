import type { Exchange, Served } from '../server/served.ts'
import type { ProcessRecord } from './process.ts'

/** What is known about one process of a scenario, besides its stdout. */
export type RunReport = Omit<ProcessRecord, 'stdout'> & {
  args: string[]
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
  const { args, stdin, exitCode, signal, durationMs, isTimedOut, chunks, stderr } = report
  const { served, helper, side } = report
  const requests = report.exchanges.map(
    ({ lane, status, isWhole }) => `${lane} ${status}${isWhole ? '' : ' not whole'}`,
  )
  const tail = stderr.slice(-STDERR_TAIL)
  const facts = { args, stdin, exitCode, signal, durationMs, isTimedOut, chunks, stderr: tail }
  return { ...about, ...facts, served, helper, side, requests }
}
