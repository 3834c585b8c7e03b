import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { OpenLane } from '../core/outline-lanes.ts'
import { numberOfKind, type SpanLane } from '../core/span.ts'
import { createStripBuilder } from '../core/strip.ts'
import type { Connection } from './connection.ts'
import { generationOf } from './events.ts'
import type { StripQuery, TaskStrip } from './outline-pages.ts'
import { readOutlineTail } from './outline-rows.ts'
import { unpackSpans } from './span-block.ts'

const DEFAULT_BUCKETS = 400
const MAX_BUCKETS = 2_000

/** So many blocks are drawn at a time: some milliseconds. */
const BLOCKS = 64

/** The strip of a whole task; others have their turn between. Rejects with `unknown-task`, `generation-gone`. */
export async function stripOfTask(connection: Connection, query: StripQuery): Promise<TaskStrip> {
  const generation = generationOf(connection, query.taskId, query.generation)
  const count = Math.min(Math.max(1, query.buckets ?? DEFAULT_BUCKETS), MAX_BUCKETS)
  const tail = readOutlineTail(connection, generation)
  const builder = createStripBuilder(tail?.from ?? null, tail?.to ?? null, count)
  // Read at once, with what is still open: a batch in between would close some of it.
  const sql = 'select spans from span_block where generation = ? order by number'
  for (const [index, { spans }] of connection.all(sql, generation).entries()) {
    if (index % BLOCKS === BLOCKS - 1) await yieldToOthers()
    unpackSpans(spans as Uint8Array, builder.take)
  }
  const open = Object.entries(tail?.open ?? {}) as [SpanLane, OpenLane][]
  for (const [lane, { since, seq }] of open)
    builder.take(numberOfKind(lane), since, (tail?.to ?? since) - since, seq)
  return {
    ...builder.strip(),
    open: open.map(([lane, { since, seq }]) => ({ lane, since, seq })),
    contextWindow: tail?.contextWindow ?? null,
    generation,
  }
}
