import { randomUUID } from 'node:crypto'
import type { Connection } from './connection.ts'
import { StoreError } from './errors.ts'
import { RUN_QUERY, readRunRow } from './rows.ts'
import type { NewRun, RunChange, RunRecord } from './store.ts'

/** Adds a run to its task; gives it with its ordinal. */
export function insertRun(connection: Connection, run: NewRun): RunRecord {
  connection.transact(() => {
    const task = connection.taskNumber(run.taskId)
    const last = connection.get('select coalesce(max(ordinal), 0) as last from run where task = ?', task)
    const sql = `insert into run (id, task, ordinal, protocol, command, cwd, created_at, folder)
      values (?, ?, ?, ?, ?, ?, ?, ?)`
    const command = JSON.stringify(run.command)
    const ordinal = Number(last?.last) + 1
    connection.run(sql, run.id, task, ordinal, run.protocol, command, run.cwd, run.createdAt, run.folder)
  })
  const added = findRun(connection, run.id)
  if (added) return added
  throw new StoreError('unknown-run', `Run ${run.id} was removed while it was added.`)
}

/** The run, or null. */
export function findRun(connection: Connection, id: string): RunRecord | null {
  const row = connection.get(`${RUN_QUERY} where run.id = ?`, id)
  return row && readRunRow(row)
}

/** The runs of a task in order. */
export function runsOfTask(connection: Connection, taskId: string): RunRecord[] {
  return connection.all(`${RUN_QUERY} where task.id = ? order by run.ordinal`, taskId).map(readRunRow)
}

/** The runs of all tasks whose history is not complete. */
export function openRuns(connection: Connection): RunRecord[] {
  return connection.all(`${RUN_QUERY} where run.complete = 0 order by run.num`).map(readRunRow)
}

/** Writes down what has become known of a run; absent keys stay. */
export function updateRun(connection: Connection, run: number, change: RunChange): void {
  const columns = {
    protocol: change.protocol,
    started_at: change.startedAt,
    ended_at: change.endedAt,
    exit_code: change.exitCode,
    signal: change.signal,
    stopped_by: change.stoppedBy,
    complete: change.complete === undefined ? undefined : Number(change.complete),
  }
  for (const [column, value] of Object.entries(columns)) {
    if (value !== undefined) connection.run(`update run set ${column} = ? where num = ?`, value, run)
  }
  // A task is of the protocol that its first run speaks.
  if (change.protocol !== undefined) {
    const sql =
      'update task set protocol = ? where num = (select task from run where num = ? and ordinal = 1)'
    connection.run(sql, change.protocol, run)
  }
}

/**
 * The longest lease (ms). One that ends later was taken before the clock was set back, by somebody who may be long dead; a
 * holder that lives loses no more than its next batch, which the new one reads again.
 */
const LONGEST_LEASE_MS = 60_000

/** A lease token when nobody holds a living lease on the run, else null. */
export function takeLease(
  connection: Connection,
  runId: string,
  owner: string,
  ttlMs: number,
): string | null {
  const token = randomUUID()
  const now = Date.now()
  const sql = `insert into lease (run, token, owner, expires_at) values (?, ?, ?, ?)
    on conflict (run) do update set token = excluded.token, owner = excluded.owner, expires_at = excluded.expires_at
    where lease.expires_at <= ? or lease.expires_at > ?`
  const run = connection.runNumber(runId)
  const taken = connection.run(sql, run, token, owner, endOfLease(ttlMs), now, now + LONGEST_LEASE_MS)
  return taken === 1 ? token : null
}

/** Prolongs a lease; false when another one took its place. */
export function prolongLease(connection: Connection, runId: string, token: string, ttlMs: number): boolean {
  const sql = 'update lease set expires_at = ? where run = (select num from run where id = ?) and token = ?'
  return connection.run(sql, endOfLease(ttlMs), runId, token) === 1
}

function endOfLease(ttlMs: number): number {
  return Date.now() + Math.min(ttlMs, LONGEST_LEASE_MS)
}

/** Gives a lease up. */
export function dropLease(connection: Connection, runId: string, token: string): void {
  connection.run(
    'delete from lease where run = (select num from run where id = ?) and token = ?',
    runId,
    token,
  )
}
