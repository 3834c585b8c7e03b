import type { TokenCounters } from '../core/events.ts'
import { OUTLINE_VERSION, type Outline, takeOutlineChanges } from '../core/outline.ts'
import type { OpenLane } from '../core/outline-lanes.ts'
import type { TurnHead } from '../core/outline-turns.ts'
import type { UsageSlot } from '../core/outline-usage.ts'
import type { Span, SpanLane } from '../core/span.ts'
import type { Connection } from './connection.ts'
import { countSpans, packSpans, SPANS_A_BLOCK } from './span-block.ts'

/** What an outline's row holds besides its tables: the time that it covers and the lanes in which something goes on. */
type OutlineTail = {
  from: number | null
  to: number | null
  contextWindow: number | null
  open: Partial<Record<SpanLane, OpenLane>>
}

/** How far the stored outline of a generation goes; null where there is none that today's rules made. */
export function storedOutlineSeq(connection: Connection, generation: number): number | null {
  const row = connection.get('select version, seq from outline where generation = ?', generation)
  return row?.version === OUTLINE_VERSION ? Number(row.seq) : null
}

/** The rest of the stored outline of a generation, null where there is none. */
export function readOutlineTail(connection: Connection, generation: number): OutlineTail | null {
  const row = connection.get('select tail from outline where generation = ?', generation)
  return row && JSON.parse(String(row.tail))
}

/** Writes what is new in an outline. Part of the transaction of its events. */
export function writeOutline(connection: Connection, generation: number, outline: Outline): void {
  const { turns, spans, slots } = takeOutlineChanges(outline)
  for (const turn of turns) writeTurn(connection, generation, turn)
  if (spans.length > 0) appendSpans(connection, generation, spans)
  for (const slot of slots) addSlot(connection, generation, slot)
  const { from, to, open } = outline.lanes
  const tail: OutlineTail = { from, to, contextWindow: outline.session.usage.contextWindow, open }
  const sql = `insert into outline (generation, version, seq, tail) values (?, ?, ?, ?)
    on conflict (generation) do update set version = excluded.version, seq = excluded.seq, tail = excluded.tail`
  connection.run(sql, generation, OUTLINE_VERSION, outline.seq, JSON.stringify(tail))
}

/** Deletes the outline of a generation. */
export function deleteOutline(connection: Connection, generation: number): void {
  for (const table of ['outline', 'turn', 'span_block', 'usage_slot']) {
    connection.run(`delete from ${table} where generation = ?`, generation)
  }
}

function writeTurn(connection: Connection, generation: number, turn: TurnHead): void {
  const sql = `insert into turn (generation, number, head) values (?, ?, ?)
    on conflict (generation, number) do update set head = excluded.head`
  connection.run(sql, generation, turn.number, JSON.stringify(turn))
}

function appendSpans(connection: Connection, generation: number, spans: readonly Span[]): void {
  const last = connection.get(
    'select number, spans from span_block where generation = ? order by number desc limit 1',
    generation,
  )
  const bytes = last ? (last.spans as Uint8Array) : new Uint8Array(0)
  const isFull = countSpans(bytes) >= SPANS_A_BLOCK
  let number = last ? Number(last.number) + Number(isFull) : 0
  let block = isFull ? new Uint8Array(0) : bytes
  const sql = `insert into span_block (generation, number, spans) values (?, ?, ?)
    on conflict (generation, number) do update set spans = excluded.spans`
  for (let taken = 0; taken < spans.length; number++) {
    const room = SPANS_A_BLOCK - countSpans(block)
    connection.run(
      sql,
      generation,
      number,
      Buffer.concat([block, packSpans(spans.slice(taken, taken + room))]),
    )
    taken += room
    block = new Uint8Array(0)
  }
}

const FIGURE_COLUMNS: readonly [column: string, key: keyof TokenCounters | 'costUsd'][] = [
  ['input_tokens', 'inputTokens'],
  ['output_tokens', 'outputTokens'],
  ['cache_read_tokens', 'cacheReadTokens'],
  ['cache_creation_tokens', 'cacheCreationTokens'],
  ['cost_usd', 'costUsd'],
]

/** Null where nothing was said, on either side: it adds nothing. */
const ADD_SLOT = `insert into usage_slot (generation, slot, model, calls, ${FIGURE_COLUMNS.map(([column]) => column).join(', ')})
  values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (generation, slot, model) do update set calls = calls + excluded.calls,
  ${FIGURE_COLUMNS.map(([column]) => `${column} = coalesce(${column} + excluded.${column}, ${column}, excluded.${column})`).join(', ')}`

function addSlot(connection: Connection, generation: number, slot: UsageSlot): void {
  const figures = FIGURE_COLUMNS.map(([, key]) => slot[key])
  connection.run(ADD_SLOT, generation, slot.slot, slot.model, slot.calls, ...figures)
}
