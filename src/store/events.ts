import type { Connection } from './connection.ts'
import { StoreError } from './errors.ts'
import { EVENT_QUERY, readEventRow } from './rows.ts'
import type { EventPage, EventQuery, StoredEvent } from './store.ts'

const DEFAULT_LIMIT = 150
const MAX_LIMIT = 2_000
/** How far back a page may begin so that it holds the start of a text that came in fragments. */
const MAX_FRAGMENTS = 500

/** One page of a task's events, with the calls that its rows speak of. Throws `unknown-task`, `generation-gone`. */
export function pageOfEvents(connection: Connection, query: EventQuery): EventPage {
  const { task, generation } = placeOf(connection, query.taskId, query.generation)
  const limit = Math.min(Math.max(1, query.limit ?? DEFAULT_LIMIT), MAX_LIMIT)
  const shown = query.raw === false ? 'and hidden = 0' : ''
  const backwards = query.tail === true || query.before !== undefined
  const bound = backwards ? 'seq < ?' : 'seq > ?'
  const edge = backwards ? (query.before ?? Number.MAX_SAFE_INTEGER) : (query.since ?? 0)
  const sql = `${EVENT_QUERY} where event.task = ? and generation = ? and ${bound} ${shown}
    order by seq ${backwards ? 'desc' : 'asc'} limit ?`
  const rows = connection.all(sql, task, generation, edge, limit + 1).map(readEventRow)
  const page = rows.slice(0, limit)
  if (backwards) page.reverse()
  const events = backwards ? withFragmentStart(connection, task, generation, page) : page
  return {
    events,
    related: relatedCalls(connection, task, generation, events),
    firstSeq: events[0]?.seq ?? null,
    lastSeq: events.at(-1)?.seq ?? null,
    hasMore: backwards ? (events[0]?.seq ?? 1) > 1 && rows.length > limit : rows.length > limit,
    generation,
  }
}

/** One event, or null. Throws `unknown-task`, `generation-gone`. */
export function findEvent(
  connection: Connection,
  taskId: string,
  seq: number,
  asked?: number,
): StoredEvent | null {
  const { task, generation } = placeOf(connection, taskId, asked)
  const row = connection.get(
    `${EVENT_QUERY} where event.task = ? and generation = ? and seq = ?`,
    task,
    generation,
    seq,
  )
  return row && readEventRow(row)
}

/** Number and generation of a task for reading. Throws when the generation asked for is no longer there. */
export function placeOf(
  connection: Connection,
  taskId: string,
  asked: number | undefined,
): { task: number; generation: number } {
  const row = connection.get('select num, generation from task where id = ?', taskId)
  if (!row) throw new StoreError('unknown-task', `The store has no task ${JSON.stringify(taskId)}.`)
  const generation = Number(row.generation)
  if (asked !== undefined && asked !== generation) {
    const message = `Task ${taskId} was read again: its events are generation ${generation} now, not ${asked}.`
    throw new StoreError('generation-gone', message, { generation })
  }
  return { task: Number(row.num), generation }
}

/** A page that begins inside a text in fragments begins at its first fragment instead. */
function withFragmentStart(
  connection: Connection,
  task: number,
  generation: number,
  page: StoredEvent[],
): StoredEvent[] {
  const first = page[0]
  if (first?.payload.delta !== true) return page
  const sql = `${EVENT_QUERY} where event.task = ? and generation = ? and seq < ? order by seq desc limit ?`
  const earlier = connection.all(sql, task, generation, first.seq, MAX_FRAGMENTS).map(readEventRow)
  const start = earlier.findIndex((event) => !isSameFragmentRun(event, first))
  return [...earlier.slice(0, start === -1 ? undefined : start).reverse(), ...page]
}

function isSameFragmentRun(event: StoredEvent, first: StoredEvent): boolean {
  return (
    event.type === first.type &&
    event.payload.delta === true &&
    event.payload.role === first.payload.role &&
    event.payload.parentCallId === first.payload.parentCallId
  )
}

/** The latest call events of the calls and parents that some rows speak of and that are not among them. */
function relatedCalls(
  connection: Connection,
  task: number,
  generation: number,
  events: readonly StoredEvent[],
): StoredEvent[] {
  const present = new Set<string>()
  const wanted = new Map<string, { callId: string; run: string }>()
  for (const { type, payload, run } of events) {
    if (type === 'tool.call') present.add(`${run} ${payload.callId}`)
    for (const callId of [type === 'tool.call' ? null : payload.callId, payload.parentCallId]) {
      if (typeof callId === 'string') wanted.set(`${run} ${callId}`, { callId, run })
    }
  }
  const sql = `${EVENT_QUERY} where event.task = ? and generation = ? and call_id = ? and run.id = ? and type = 'tool.call'
    order by seq desc limit 1`
  return [...wanted].flatMap(([key, { callId, run }]) => {
    const row = present.has(key) ? null : connection.get(sql, task, generation, callId, run)
    return row ? [readEventRow(row)] : []
  })
}
