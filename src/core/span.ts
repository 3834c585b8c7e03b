import type { ToolKind } from './tool-kind.ts'

/**
 * What a stretch of a session's time went to. `human`: nothing goes on until a person says or answers something. Stretches
 * of one lane never overlap; those of different lanes may. Stored spans name them by their place here: words are only added.
 */
export const SPAN_LANES = [
  'model',
  'shell',
  'edit',
  'read',
  'search',
  'fetch',
  'mcp',
  'agent',
  'other',
  'human',
  'retry',
] as const

/** One of {@link SPAN_LANES}. */
export type SpanLane = (typeof SPAN_LANES)[number]

/** Moments: a turn begins, something failed, the context was compacted or read, a limit is near or reached, an event to jump to.
 * Words are only added. */
export const SPAN_MARKS = ['turn', 'failure', 'compaction', 'context', 'limit', 'place'] as const

/** One of {@link SPAN_MARKS}. */
export type SpanMark = (typeof SPAN_MARKS)[number]

/** A stretch of time, or a moment. */
export type Span = {
  kind: SpanLane | SpanMark
  /** When it began (ms, UTC). */
  at: number
  /** How long it took (ms); of a `context` reading, the tokens. */
  amount: number
  /** The event that began it. */
  seq: number
}

const LANE_BY_KIND: Readonly<Record<ToolKind, SpanLane>> = {
  execute: 'shell',
  edit: 'edit',
  delete: 'edit',
  move: 'edit',
  read: 'read',
  search: 'search',
  fetch: 'fetch',
  mcp: 'mcp',
  agent: 'agent',
  think: 'other',
  plan: 'other',
  other: 'other',
}

/** The lane of a tool. */
export function laneOfTool(kind: ToolKind): SpanLane {
  return LANE_BY_KIND[kind]
}

/** Marks have numbers from here on, so that either list can grow. */
export const FIRST_MARK = 128

const NUMBER_BY_KIND: ReadonlyMap<string, number> = new Map<string, number>([
  ...SPAN_LANES.map((lane, index) => [lane, index] as const),
  ...SPAN_MARKS.map((mark, index) => [mark, FIRST_MARK + index] as const),
])

/** The number of a kind, by which spans are stored: its place in its list. */
export function numberOfKind(kind: Span['kind']): number {
  return NUMBER_BY_KIND.get(kind) ?? 0
}
