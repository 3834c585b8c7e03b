import type { Database, SqlValue, Statement } from './engine.ts'
import { StoreError, storeErrorOf } from './errors.ts'
import type { Row } from './rows.ts'

/** An open store file: prepared statements by their text, transactions, and errors that name the file. */
export type Connection = {
  readonly location: string
  /** Runs a statement; gives the number of changed rows. */
  run(sql: string, ...values: SqlValue[]): number
  get(sql: string, ...values: SqlValue[]): Row | null
  all(sql: string, ...values: SqlValue[]): Row[]
  /** Does some work in one transaction: all of it, or nothing. */
  transact<T>(work: () => T): T
  /** Number of a task inside. Throws `unknown-task`. */
  taskNumber(id: string): number
  /** Number of a run inside. Throws `unknown-run`. */
  runNumber(id: string): number
  /** Closes the file, with everything in it and nothing in its side files. Further closing does nothing. */
  close(): void
}

/** A connection over a database. Every failure becomes a `StoreError`. */
export function createConnection(database: Database, location: string): Connection {
  const statements = new Map<string, Statement>()
  let isClosed = false
  const prepare = (sql: string): Statement => {
    const known = statements.get(sql)
    if (known) return known
    const statement = database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  const guard = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      throw storeErrorOf(error, location)
    }
  }
  const get = (sql: string, ...values: SqlValue[]): Row | null =>
    guard(() => prepare(sql).get(...values) ?? null)
  const numberOf = (table: 'task' | 'run', id: string): number => {
    const row = get(`select num from ${table} where id = ?`, id)
    if (row) return Number(row.num)
    throw new StoreError(`unknown-${table}`, `The store ${location} has no ${table} ${JSON.stringify(id)}.`)
  }
  return {
    location,
    get,
    run: (sql, ...values) => guard(() => Number(prepare(sql).run(...values).changes)),
    all: (sql, ...values) => guard(() => prepare(sql).all(...values)),
    transact: (work) =>
      guard(() => {
        database.exec('begin immediate')
        try {
          const result = work()
          database.exec('commit')
          return result
        } catch (error) {
          rollBack(database)
          throw error
        }
      }),
    taskNumber: (id) => numberOf('task', id),
    runNumber: (id) => numberOf('run', id),
    close() {
      if (isClosed) return
      isClosed = true
      emptySideFile(database)
      statements.clear()
      database.close()
    },
  }
}

/**
 * Brings what the side file holds into the store's file, unless somebody else uses it just now. With
 * `@photostructure/sqlite` 1.2.1 a connection stays open inside until its statements are garbage, so that SQLite does
 * not do this at the close.
 */
function emptySideFile(database: Database): void {
  try {
    database.exec('pragma busy_timeout = 0; pragma wal_checkpoint(truncate)')
  } catch {
    // Whoever opens the store next reads the side file too: nothing is lost.
  }
}

/** A failed commit (a full disk) may have rolled back already; then there is nothing to undo. */
function rollBack(database: Database): void {
  try {
    database.exec('rollback')
  } catch {
    // The first error is the one that tells.
  }
}
