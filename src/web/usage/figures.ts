import type { UsageFigures } from '../api/types.ts'

/** Classes of tokens as the page names and colours them, bottom to top of a bar. */
export const TOKEN_CLASSES = [
  { key: 'cacheReadTokens', name: 'cache read', tone: 'k3' },
  { key: 'cacheCreationTokens', name: 'cache write', tone: 'k2' },
  { key: 'outputTokens', name: 'output', tone: 'k1' },
  { key: 'inputTokens', name: 'input', tone: 'k4' },
] as const

/** All tokens of a row; 0 where there is none. */
export function tokensOf(figures: UsageFigures | undefined): number {
  return TOKEN_CLASSES.reduce((sum, { key }) => sum + (figures?.[key] ?? 0), 0)
}

/** A count of tokens, large ones in thousands and millions; a dash where nobody said. */
export function formatTokens(count: number | null): string {
  if (count === null) return '—'
  return new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 }).format(count)
}
