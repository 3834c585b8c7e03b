import type { OpenLane } from '../core/outline-lanes.ts'
import type { SpanLane } from '../core/span.ts'
import { createStripBuilder } from '../core/strip.ts'
import type { Connection } from './connection.ts'
import { generationOf } from './events.ts'
import type { StripQuery, TaskStrip } from './outline-pages.ts'
import { readOutlineTail } from './outline-rows.ts'
import { unpackSpans } from './span-block.ts'

const DEFAULT_BUCKETS = 400
const MAX_BUCKETS = 2_000

/** The strip of a whole task. Throws `unknown-task`, `generation-gone`. */
export function stripOfTask(connection: Connection, query: StripQuery): TaskStrip {
  const generation = generationOf(connection, query.taskId, query.generation)
  const count = Math.min(Math.max(1, query.buckets ?? DEFAULT_BUCKETS), MAX_BUCKETS)
  const tail = readOutlineTail(connection, generation)
  const builder = createStripBuilder(tail?.from ?? null, tail?.to ?? null, count)
  const blocks = connection.all(
    'select spans from span_block where generation = ? order by number',
    generation,
  )
  for (const { spans } of blocks) unpackSpans(spans as Uint8Array, builder.take)
  const open = Object.entries(tail?.open ?? {}) as [SpanLane, OpenLane][]
  for (const [lane, { since, seq }] of open) builder.take(lane, since, (tail?.to ?? since) - since, seq)
  return {
    ...builder.strip(),
    open: open.map(([lane, { since, seq }]) => ({ lane, since, seq })),
    contextWindow: tail?.contextWindow ?? null,
    generation,
  }
}
