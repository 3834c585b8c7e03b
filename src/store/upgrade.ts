import type { Database } from './engine.ts'
import { StoreError } from './errors.ts'
import { FORMAT_2, FORMAT_VERSION, SCHEMA } from './schema.ts'

/** Brings a store from one format version to the next. */
export type UpgradeStep = (database: Database) => void

/**
 * The step from version N is the entry at N - 1. Outlines of older tasks are made when they are first asked for.
 */
const STEPS: readonly UpgradeStep[] = [(database) => database.exec(FORMAT_2)]

/**
 * The format version of a store; 0 for an empty file. Throws a `StoreError`: `store-newer` for a store that a newer
 * version has written, `store-damaged` for a database of something else. Writes nothing.
 */
export function checkFormat(database: Database, location: string, target: number = FORMAT_VERSION): number {
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all()
  if (tables.length === 0) return 0
  const isOurs = tables.some(({ name }) => name === 'meta') && tables.some(({ name }) => name === 'task')
  const row = isOurs ? database.prepare("select value from meta where key = 'format'").get() : undefined
  const version = Number(row?.value)
  if (!row || !Number.isSafeInteger(version) || version < 1) {
    const next = 'Name another home with AGENT_STREAM_HOME, or move the file away.'
    throw new StoreError('store-damaged', `${location} is a database, but not of agent-stream. ${next}`)
  }
  if (version <= target) return version
  const next = 'Update agent-stream, or name another home with AGENT_STREAM_HOME.'
  const message = `The store ${location} has format ${version}, this agent-stream reads up to ${target}. ${next}`
  throw new StoreError('store-newer', message)
}

/**
 * Makes the tables of a new store, or brings an older one to this version, in one transaction. Throws like
 * `checkFormat`.
 */
export function prepareFormat(
  database: Database,
  location: string,
  steps: readonly UpgradeStep[] = STEPS,
  target: number = FORMAT_VERSION,
): void {
  if (checkFormat(database, location, target) === target) return
  database.exec('begin immediate')
  try {
    // Asked again: another process may have done it while we waited.
    const version = checkFormat(database, location, target)
    if (version === 0) database.exec(SCHEMA)
    else for (const step of steps.slice(version - 1, target - 1)) step(database)
    const sql =
      "insert into meta (key, value) values ('format', ?) on conflict (key) do update set value = excluded.value"
    database.prepare(sql).run(String(target))
    database.exec('commit')
  } catch (error) {
    database.exec('rollback')
    throw error
  }
}
