import type { TokenCounters } from './events.ts'
import { count } from './read.ts'

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
