import type { SqlValue } from './engine.ts'
import { seqOfKey } from './event-key.ts'
import type { RunRecord, StoredEvent, TaskRecord, TimeKind } from './store.ts'

/** A row as the engine gives it. */
export type Row = Record<string, SqlValue>

/** The columns of a task, for `readTaskRow`. */
export const TASK_COLUMNS =
  'num, id, title, title_origin, protocol, created_at, last_at, generation, last_seq, state, fold_version'

/** The columns of a run with its cursor and its task's id, for `readRunRow`. */
export const RUN_QUERY = `select run.*, task.id as task_id, coalesce(cursor.position, 0) as position
  from run join task on task.num = run.task left join cursor on cursor.run = run.num`

/** The columns of an event with its run's id, for `readEventRow`. CROSS JOIN keeps the planner on the events' own order. */
export const EVENT_QUERY = `select event.id, ts, ts_kind, type, payload, line, run.id as run_id
  from event cross join run on run.num = event.run`

/** The task that a row holds. */
export function readTaskRow(row: Row): TaskRecord {
  return {
    id: String(row.id),
    title: row.title as string | null,
    titleOrigin: row.title_origin as TaskRecord['titleOrigin'],
    protocol: String(row.protocol),
    createdAt: Number(row.created_at),
    lastAt: row.last_at as number | null,
    generation: Number(row.generation),
    lastSeq: Number(row.last_seq),
    state: row.state === null ? null : JSON.parse(String(row.state)),
    foldVersion: Number(row.fold_version),
  }
}

/** The run that a row holds. */
export function readRunRow(row: Row): RunRecord {
  return {
    id: String(row.id),
    taskId: String(row.task_id),
    ordinal: Number(row.ordinal),
    protocol: String(row.protocol),
    command: JSON.parse(String(row.command)),
    cwd: row.cwd as string | null,
    createdAt: Number(row.created_at),
    startedAt: row.started_at as number | null,
    endedAt: row.ended_at as number | null,
    exitCode: row.exit_code as number | null,
    signal: row.signal as string | null,
    stoppedBy: row.stopped_by as RunRecord['stoppedBy'],
    folder: row.folder as string | null,
    cursor: Number(row.position),
    complete: row.complete === 1,
  }
}

/** The event that a row holds. */
export function readEventRow(row: Row): StoredEvent {
  return {
    seq: seqOfKey(Number(row.id)),
    ts: Number(row.ts),
    tsKind: row.ts_kind as TimeKind,
    type: String(row.type),
    payload: JSON.parse(String(row.payload)),
    run: String(row.run_id),
    hasSource: row.line !== null,
  }
}
