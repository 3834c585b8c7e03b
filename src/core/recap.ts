import type { SessionView } from './session-state.ts'

/** What a list shows of a task's history. A figure is null where the harness never said it. */
export type Recap = {
  model: string | null
  inputTokens: number | null
  outputTokens: number | null
  cacheReadTokens: number | null
  cacheCreationTokens: number | null
  contextTokens: number | null
  contextWindow: number | null
  costUsd: number | null
  turns: number | null
  durationMs: number | null
  /** Events that are `raw` without a notice. */
  hiddenRaw: number
  events: number
  /** Calls without a result. */
  openCalls: number
  /** Pieces of work that run beside the turn. */
  background: number
}

/** The recap of a folded state; empty before the first event. */
export function recapOf(state: SessionView | null): Recap {
  const usage = state?.usage
  return {
    model: usage?.model ?? state?.model ?? null,
    inputTokens: usage?.inputTokens ?? null,
    outputTokens: usage?.outputTokens ?? null,
    cacheReadTokens: usage?.cacheReadTokens ?? null,
    cacheCreationTokens: usage?.cacheCreationTokens ?? null,
    contextTokens: usage?.contextTokens ?? null,
    contextWindow: usage?.contextWindow ?? null,
    costUsd: usage?.costUsd ?? null,
    turns: usage?.turns ?? null,
    durationMs: usage?.durationMs ?? null,
    hiddenRaw: state?.counts.hiddenRaw ?? 0,
    events: state?.counts.events ?? 0,
    openCalls: state?.openCalls.length ?? 0,
    background: state?.background.length ?? 0,
  }
}
