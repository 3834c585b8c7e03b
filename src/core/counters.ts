import type { TokenCounters } from './events.ts'
import { count } from './read.ts'

/** Names of input, output, cache read and, where there is such a counter, cache creation. */
export type CounterNames = readonly [input: string, output: string, cacheRead: string, cacheCreation?: string]

/** Counters of which nothing was said. */
export function noCounters(): TokenCounters {
  return { inputTokens: null, outputTokens: null, cacheReadTokens: null, cacheCreationTokens: null }
}

/** The four counters of a payload; null where one is missing or no count. */
export function readCounters(payload: Record<string, unknown>): TokenCounters {
  return {
    inputTokens: count(payload.inputTokens),
    outputTokens: count(payload.outputTokens),
    cacheReadTokens: count(payload.cacheReadTokens),
    cacheCreationTokens: count(payload.cacheCreationTokens),
  }
}

/** The four counters of an object under the names that a harness gives them; null where it has no such one. */
export function countersOf(
  usage: Record<string, unknown> | null,
  [input, output, cacheRead, cacheCreation]: CounterNames,
): TokenCounters {
  return {
    inputTokens: count(usage?.[input]),
    outputTokens: count(usage?.[output]),
    cacheReadTokens: count(usage?.[cacheRead]),
    cacheCreationTokens: cacheCreation === undefined ? null : count(usage?.[cacheCreation]),
  }
}

/** Counters of a harness that counts the cache into the input: here it is taken out. */
export function withoutCache(counters: TokenCounters): TokenCounters {
  const { inputTokens, cacheReadTokens, cacheCreationTokens } = counters
  const cached = (cacheReadTokens ?? 0) + (cacheCreationTokens ?? 0)
  return { ...counters, inputTokens: inputTokens === null ? null : Math.max(0, inputTokens - cached) }
}

/** Both added up, counter by counter; null only where neither was said. */
export function addCounters(left: TokenCounters, right: TokenCounters): TokenCounters {
  return combine(left, right, (a, b) => a + b)
}

/** Left less right, counter by counter; may be negative; null only where neither was said. */
export function subtractCounters(left: TokenCounters, right: TokenCounters): TokenCounters {
  return combine(left, right, (a, b) => a - b)
}

/** The larger of both, counter by counter. */
export function largerCounters(left: TokenCounters, right: TokenCounters): TokenCounters {
  return combine(left, right, Math.max)
}

/** All four added up, null as zero. */
export function sumOfCounters(counters: TokenCounters): number {
  return promptTokens(counters) + (counters.outputTokens ?? 0)
}

/** Input, cache read and cache creation added up, null as zero. */
export function promptTokens(counters: TokenCounters): number {
  return (counters.inputTokens ?? 0) + (counters.cacheReadTokens ?? 0) + (counters.cacheCreationTokens ?? 0)
}

/** Two figures added up; null only when neither was said. */
export function addFigures(left: number | null, right: number | null): number | null {
  return left === null ? right : left + (right ?? 0)
}

function combine(
  left: TokenCounters,
  right: TokenCounters,
  join: (left: number, right: number) => number,
): TokenCounters {
  return {
    inputTokens: joinFigures(left.inputTokens, right.inputTokens, join),
    outputTokens: joinFigures(left.outputTokens, right.outputTokens, join),
    cacheReadTokens: joinFigures(left.cacheReadTokens, right.cacheReadTokens, join),
    cacheCreationTokens: joinFigures(left.cacheCreationTokens, right.cacheCreationTokens, join),
  }
}

function joinFigures(
  left: number | null,
  right: number | null,
  join: (left: number, right: number) => number,
): number | null {
  return left === null && right === null ? null : join(left ?? 0, right ?? 0)
}
