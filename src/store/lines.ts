import { restoreAttachments } from './attachment-text.ts'
import type { Connection } from './connection.ts'
import type { SqlValue } from './engine.ts'
import { findableKey } from './event-key.ts'
import { generationOf } from './events.ts'
import { decodeLine } from './line-encoding.ts'
import type { StoredAttachment, StoredLine } from './store.ts'

const LINE_QUERY = `select line.offset, line.ts, line.encoding, line.source, line.attachments, line.cut, line.repeated, run.id as run_id
  from line join run on run.num = line.run`

/** The line of an event and the event's index in it; null for an event of the platform, or none. */
export function findEventLine(
  connection: Connection,
  taskId: string,
  seq: number,
  asked?: number,
): { line: StoredLine; index: number } | null {
  const key = findableKey(generationOf(connection, taskId, asked), seq)
  const event = connection.get('select run, line, position from event where id = ?', key)
  if (!event || event.line === null) return null
  const row = connection.get(
    `${LINE_QUERY} where line.run = ? and line.offset = ?`,
    event.run ?? null,
    event.line ?? null,
  )
  return row && { line: readLineRow(connection, row), index: Number(event.position) }
}

/** Lines of a run in order, from an offset on. */
export function linesOfRun(
  connection: Connection,
  runId: string,
  fromOffset: number,
  limit: number,
): StoredLine[] {
  const sql = `${LINE_QUERY} where run.id = ? and line.offset >= ? order by line.offset limit ?`
  return connection.all(sql, runId, fromOffset, limit).map((row) => readLineRow(connection, row))
}

/** A stored file, or null. */
export function findAttachment(connection: Connection, id: string): StoredAttachment | null {
  const row = connection.get('select id, media_type, bytes from attachment where id = ?', id)
  return (
    row && { id: String(row.id), mediaType: row.media_type as string | null, bytes: row.bytes as Uint8Array }
  )
}

function readLineRow(connection: Connection, row: Record<string, SqlValue>): StoredLine {
  const stored = decodeLine(Number(row.encoding), row.source as Uint8Array)
  const attachments: string[] = row.attachments === null ? [] : JSON.parse(String(row.attachments))
  return {
    runId: String(row.run_id),
    offset: Number(row.offset),
    ts: Number(row.ts),
    stored,
    source:
      typeof stored === 'string'
        ? restoreAttachments(stored, attachments, (id) => findAttachment(connection, id)?.bytes ?? null)
        : stored,
    cut: row.cut === 1,
    repeated: row.repeated === 1,
  }
}
