/** What the public bug cases ask of an implementation, in their own words for protocols and ends. */
import {
  createLineSplitter as createSplitter,
  foldSession,
  joinFragments as join,
  type NormalizedEvent,
  parseLines as parse,
  parseSessionTitle as parseTitle,
  type SourcedEvent,
  summarizeUsage,
  type UsageSummary,
} from '../src/index.ts'

export { splitCompleteLines } from '../src/index.ts'
export { summarizeUsage }

const PROTOCOLS: Readonly<Record<string, string>> = {
  codex: 'codex-json',
  gemini: 'gemini-json',
  opencode: 'opencode-json',
  cursor: 'cursor-json',
  copilot: 'copilot-json',
}

const ours = (protocol: string): string => PROTOCOLS[protocol] ?? protocol

export function parseLines(protocol: string, lines: readonly string[], budget?: number): SourcedEvent[] {
  return parse(ours(protocol), lines, budget)
}

export function createLineSplitter(): {
  push(bytes: Uint8Array): string[]
  consumed: number
  pending: number
} {
  const splitter = createSplitter()
  return {
    push: (bytes) => splitter.push(bytes).map((line) => line.text),
    get consumed() {
      return splitter.consumed
    },
    get pending() {
      return splitter.pending
    },
  }
}

export function parseSessionTitle(output: string): string | null {
  return parseTitle('claude-json', output)?.title ?? null
}

export const joinFragments: typeof join = join

export function lastPlan(events: readonly NormalizedEvent[]): { steps: unknown } {
  return { steps: foldSession(events).plan }
}

type RunFacts = {
  events: readonly NormalizedEvent[]
  protocol: string
  exit: { code?: number | null; signal?: string | null }
  eof: boolean
}

export function runState({ events, protocol, exit, eof }: RunFacts): {
  status: string
  summary: string | null
} {
  const facts = { exitCode: exit.code ?? null, signal: exit.signal ?? null, stoppedBy: null }
  const state = foldSession(events, { protocol: ours(protocol), ...(eof ? { exit: facts } : {}) })
  return { status: state.status === 'no-result' ? 'incomplete' : state.status, summary: state.summary }
}

export function usageOfRuns(
  events: readonly (NormalizedEvent & { line?: number })[],
  processes: { fromLine: number }[],
): UsageSummary {
  const runOf = (line: number): string =>
    String(processes.findLastIndex((process) => process.fromLine <= line))
  return summarizeUsage(events.map((event) => ({ ...event, run: runOf(event.line ?? 1) })))
}
