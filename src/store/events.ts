import type { Connection } from './connection.ts'
import { StoreError } from './errors.ts'
import { eventKey, findableKey, keysBetween, keysOfGeneration } from './event-key.ts'
import { deleteOutline } from './outline-rows.ts'
import { EVENT_QUERY, readEventRow } from './rows.ts'
import type { EventPage, EventQuery, StoredEvent } from './store.ts'

const DEFAULT_LIMIT = 150
const MAX_LIMIT = 2_000
/** How far back a page may begin so that it holds the start of a text that came in fragments. */
const MAX_FRAGMENTS = 500

/** One page of a task's events, with the calls that its rows speak of. Throws `unknown-task`, `generation-gone`. */
export function pageOfEvents(connection: Connection, query: EventQuery): EventPage {
  const generation = generationOf(connection, query.taskId, query.generation)
  const limit = Math.min(Math.max(1, query.limit ?? DEFAULT_LIMIT), MAX_LIMIT)
  const backwards = query.tail === true || query.before !== undefined
  const { from, to } = keysBetween(generation, query.since ?? 0, query.before ?? Number.MAX_SAFE_INTEGER)
  const range = `${EVENT_QUERY} where event.id > ? and event.id < ? ${query.raw === false ? 'and hidden = 0' : ''}
    order by event.id ${backwards ? 'desc' : 'asc'} limit ?`
  const rows = connection.all(range, from, to, limit + 1).map(readEventRow)
  const page = rows.slice(0, limit)
  const readBefore = (seq: number, count: number): StoredEvent[] =>
    connection.all(range, from, eventKey(generation, seq), count).map(readEventRow)
  if (backwards) page.reverse().unshift(...startOfFragments(page[0], readBefore))
  const first = page[0]
  return {
    events: page,
    related: relatedCalls(connection, page),
    firstSeq: first?.seq ?? null,
    lastSeq: page.at(-1)?.seq ?? null,
    hasMore: rows.length > limit && !(backwards && first && readBefore(first.seq, 1).length === 0),
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
  const key = findableKey(generationOf(connection, taskId, asked), seq)
  const row = connection.get(`${EVENT_QUERY} where event.id = ?`, key)
  return row && readEventRow(row)
}

/** The generation of a task for reading. Throws when the one asked for is no longer there. */
export function generationOf(connection: Connection, taskId: string, asked: number | undefined): number {
  const row = connection.get('select generation from task where id = ?', taskId)
  if (!row) {
    const message = `The store ${connection.location} has no task ${JSON.stringify(taskId)}.`
    throw new StoreError('unknown-task', message)
  }
  const generation = Number(row.generation)
  if (asked !== undefined && asked !== generation) {
    const message = `Task ${taskId} was read again: its events are generation ${generation} now, not ${asked}.`
    throw new StoreError('generation-gone', message, { generation })
  }
  return generation
}

/** Deletes the events of a task with their outline, whatever their generation is. */
export function deleteEvents(connection: Connection, task: number): void {
  const row = connection.get('select generation from task where num = ?', task)
  const { from, to } = keysOfGeneration(Number(row?.generation))
  connection.run('delete from event where id > ? and id < ?', from, to)
  deleteOutline(connection, Number(row?.generation))
}

/** The rows that belong before a page which begins inside a text in fragments. */
function startOfFragments(
  first: StoredEvent | undefined,
  readBefore: (seq: number, count: number) => StoredEvent[],
): StoredEvent[] {
  if (first?.payload.delta !== true) return []
  const earlier = readBefore(first.seq, MAX_FRAGMENTS)
  const end = earlier.findIndex((event) => !isSameFragmentRun(event, first))
  return earlier.slice(0, end === -1 ? undefined : end).reverse()
}

function isSameFragmentRun(event: StoredEvent, first: StoredEvent): boolean {
  return (
    event.payload.delta === true &&
    event.type === first.type &&
    event.run === first.run &&
    event.payload.role === first.payload.role &&
    event.payload.parentCallId === first.payload.parentCallId
  )
}

/** The latest call events of the calls and parents that some rows speak of and that are not among them. */
function relatedCalls(connection: Connection, events: readonly StoredEvent[]): StoredEvent[] {
  const present = new Set<string>()
  const wanted = new Map<string, { callId: string; run: string }>()
  for (const { type, payload, run } of events) {
    if (type === 'tool.call') present.add(`${run} ${payload.callId}`)
    for (const callId of [type === 'tool.call' ? null : payload.callId, payload.parentCallId]) {
      if (typeof callId === 'string') wanted.set(`${run} ${callId}`, { callId, run })
    }
  }
  const sql = `${EVENT_QUERY} where event.run = (select num from run where id = ?) and call_id = ? and type = 'tool.call'
    order by event.id desc limit 1`
  return [...wanted].flatMap(([key, { callId, run }]) => {
    const row = present.has(key) ? null : connection.get(sql, run, callId)
    return row ? [readEventRow(row)] : []
  })
}
