import type { Database } from './engine.ts'
import { StoreError } from './errors.ts'
import { FORMAT_VERSION, SCHEMA } from './schema.ts'

/** Brings a store from one format version to the next. */
export type UpgradeStep = (database: Database) => void

/** The step from version N is the entry at N - 1. There is only one version so far. */
const STEPS: readonly UpgradeStep[] = []

/**
 * Makes the tables of a new store, or brings an older one to this version, in one transaction. Throws a `StoreError`
 * for a store that a newer version has written.
 */
export function prepareFormat(
  database: Database,
  location: string,
  steps: readonly UpgradeStep[] = STEPS,
  target: number = FORMAT_VERSION,
): void {
  if (versionOf(database) === target) return
  database.exec('begin immediate')
  try {
    const version = versionOf(database)
    if (version > target) throw newerStore(location, version, target)
    if (version === 0) database.exec(SCHEMA)
    else for (const step of steps.slice(version - 1, target - 1)) step(database)
    database
      .prepare(
        "insert into meta (key, value) values ('format', ?) on conflict (key) do update set value = excluded.value",
      )
      .run(String(target))
    database.exec('commit')
  } catch (error) {
    database.exec('rollback')
    throw error
  }
}

/** The format version of a store; 0 for an empty file. */
function versionOf(database: Database): number {
  const table = database.prepare("select 1 from sqlite_master where type = 'table' and name = 'meta'").get()
  if (!table) return 0
  return Number(database.prepare("select value from meta where key = 'format'").get()?.value ?? 0)
}

function newerStore(location: string, version: number, target: number): StoreError {
  return new StoreError(
    'store-newer',
    `The store ${location} has format ${version}, this agent-stream reads up to ${target}. Update agent-stream, or name another home with AGENT_STREAM_HOME.`,
  )
}
