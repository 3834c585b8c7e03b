/**
 * The library under the names that the shared cases ask for: protocols by harness (`codex` for `codex-json`), a splitter
 * of strings, and `incomplete` for a run that ended without a result.
 */
import {
  AGENT_PROTOCOLS,
  createLineSplitter as createSplitter,
  foldSession,
  type NormalizedEvent,
  type PlanStep,
  parseLines as parse,
  parseSessionTitle as parseTitle,
  type SourcedEvent,
  summarizeUsage,
  type UsageSummary,
} from '../src/index.ts'
import { protocolOfCase } from '../test/cases/read-case.ts'

export { joinFragments, splitCompleteLines, summarizeUsage } from '../src/index.ts'

/** The cases' names of the protocols that have landed. */
export const CASE_PROTOCOLS: readonly string[] = AGENT_PROTOCOLS.flatMap((name) => {
  const harness = /^(codex|gemini|opencode|cursor|copilot)-json$/.exec(name)?.[1]
  return harness === undefined ? [name] : [harness]
})

export function parseLines(protocol: string, lines: string[], budget?: number): SourcedEvent[] {
  return parse(protocolOfCase(protocol), lines, budget)
}

export function createLineSplitter(): {
  push(bytes: Uint8Array): string[]
  readonly consumed: number
  readonly pending: number
} {
  const splitter = createSplitter()
  return {
    push: (bytes) => splitter.push(bytes).map((line) => line.text),
    get consumed(): number {
      return splitter.consumed
    },
    get pending(): number {
      return splitter.pending
    },
  }
}

/** The title in a transcript; the cases know Claude's only. */
export function parseSessionTitle(output: string): string | null {
  return parseTitle('claude-json', output)?.title ?? null
}

type Run = {
  events: NormalizedEvent[]
  protocol: string
  exit: { code?: number | null; signal?: string | null }
  eof: boolean
}

export function runState({ events, protocol, exit, eof }: Run): { status: string; summary: string | null } {
  const facts = { exitCode: exit.code ?? null, signal: exit.signal ?? null, stoppedBy: null }
  const state = foldSession(events, { protocol: protocolOfCase(protocol), ...(eof ? { exit: facts } : {}) })
  return { status: state.status === 'no-result' ? 'incomplete' : state.status, summary: state.summary }
}

export function lastPlan(events: NormalizedEvent[]): { steps: PlanStep[] | null } {
  return { steps: foldSession(events).plan }
}

/** The usage of several processes whose lines lie in one file; a process begins at line `fromLine`. */
export function usageOfRuns(
  events: (NormalizedEvent & { line: number })[],
  processes: { fromLine: number }[],
): UsageSummary {
  const runOf = (line: number): string => `run ${processes.filter(({ fromLine }) => fromLine <= line).length}`
  return summarizeUsage(events.map((event) => ({ ...event, run: runOf(event.line) })))
}
