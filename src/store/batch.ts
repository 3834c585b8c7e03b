import type { Connection } from './connection.ts'
import { StoreError } from './errors.ts'
import { eventKey } from './event-key.ts'
import { encodeLine } from './line-encoding.ts'
import type { Outlines } from './outlines.ts'
import type { Row } from './rows.ts'
import { updateRun } from './runs.ts'
import { FORMAT_VERSION } from './schema.ts'
import type { Batch, NewEvent } from './store.ts'
import { writeTitle } from './tasks.ts'

/** Where new events go. */
export type EventPlace = { generation: number; run: number; seq: number }

/**
 * Writes a batch in one transaction; gives the seq of its last event. The old cursor value is demanded, so a batch is
 * never written twice. Throws `lease-lost` or `cursor-moved`, having written nothing.
 */
export function writeBatch(connection: Connection, batch: Batch, outlines: Outlines): number {
  return connection.transact(() => {
    const run = connection.runNumber(batch.runId)
    demandLease(connection, batch, run)
    moveCursor(connection, batch, run)
    const task = taskOfRun(connection, batch, run)
    const lastSeq = Number(task.last_seq)
    const place = { generation: Number(task.generation), run, seq: lastSeq }
    writeLines(connection, batch, run)
    writeAttachments(connection, batch, Number(task.num))
    for (const event of batch.events) writeEvent(connection, event, { ...place, seq: ++place.seq })
    const outlined = batch.events.map((event) => ({ ...event, run: batch.runId }))
    outlines.take({ id: batch.taskId, generation: place.generation }, lastSeq, outlined)
    const { state } = batch
    connection.run(
      `update task set last_seq = ?, last_at = ?, state = ?, fold_version = ?, status = ?, harness = ? where num = ?`,
      place.seq,
      batch.lastAt,
      JSON.stringify(state),
      batch.foldVersion,
      state.status,
      state.harness,
      Number(task.num),
    )
    if (batch.run) updateRun(connection, run, batch.run)
    if (batch.title) writeTitle(connection, batch.taskId, batch.title.title, batch.title.origin)
    return place.seq
  })
}

/** Adds one event at its place. */
export function writeEvent(connection: Connection, event: NewEvent, place: EventPlace): void {
  const { payload } = event
  const isHidden = event.type === 'raw' && typeof payload.notice !== 'object'
  const callId = event.type === 'tool.call' && typeof payload.callId === 'string' ? payload.callId : null
  connection.run(
    `insert into event (id, ts, ts_kind, type, hidden, run, line, position, call_id, format, payload)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    eventKey(place.generation, place.seq),
    event.ts,
    event.tsKind,
    event.type,
    Number(isHidden),
    place.run,
    event.offset,
    event.index,
    callId,
    FORMAT_VERSION,
    JSON.stringify(payload),
  )
}

function demandLease(connection: Connection, batch: Batch, run: number): void {
  if (connection.get('select 1 from lease where run = ? and token = ?', run, batch.lease)) return
  throw new StoreError('lease-lost', `Run ${batch.runId} is ingested by another process now. This one stops.`)
}

function moveCursor(connection: Connection, batch: Batch, run: number): void {
  connection.run('insert into cursor (run, position) values (?, 0) on conflict (run) do nothing', run)
  const sql = 'update cursor set position = ? where run = ? and position = ?'
  if (connection.run(sql, batch.toCursor, run, batch.fromCursor) === 1) return
  const message = `Run ${batch.runId} has been read past byte ${batch.fromCursor} already. Read its cursor again.`
  throw new StoreError('cursor-moved', message)
}

function taskOfRun(connection: Connection, batch: Batch, run: number): Row {
  const sql = `select task.num, generation, last_seq from task join run on run.task = task.num
    where task.id = ? and run.num = ?`
  const task = connection.get(sql, batch.taskId, run)
  if (task) return task
  const message = `Run ${batch.runId} is no run of task ${batch.taskId} in the store ${connection.location}.`
  throw new StoreError('unknown-task', message)
}

function writeLines(connection: Connection, batch: Batch, run: number): void {
  for (const line of batch.lines) {
    const { encoding, source } = encodeLine(line.source)
    const attachments = line.attachments.length === 0 ? null : JSON.stringify(line.attachments)
    const sql =
      'insert into line (run, offset, ts, encoding, cut, repeated, attachments, source) values (?, ?, ?, ?, ?, ?, ?, ?)'
    const marks = [Number(line.cut), Number(line.repeated ?? false)] as const
    connection.run(sql, run, line.offset, line.ts, encoding, ...marks, attachments, source)
  }
}

function writeAttachments(connection: Connection, batch: Batch, task: number): void {
  for (const { id, mediaType, bytes } of batch.attachments) {
    const sql = 'insert into attachment (id, media_type, bytes) values (?, ?, ?) on conflict (id) do nothing'
    connection.run(sql, id, mediaType, bytes)
    connection.run(
      'insert into attachment_use (task, attachment) values (?, ?) on conflict do nothing',
      task,
      id,
    )
  }
}
