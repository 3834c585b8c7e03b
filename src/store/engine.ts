import { StoreError } from './errors.ts'

/** A value that SQLite stores. */
export type SqlValue = string | number | null | Uint8Array

/** A prepared statement: the part that `node:sqlite` and the prebuilt package share. */
export type Statement = {
  run(...values: SqlValue[]): { changes: number | bigint }
  get(...values: SqlValue[]): Record<string, SqlValue> | undefined
  all(...values: SqlValue[]): Record<string, SqlValue>[]
}

/** An open SQLite database. */
export type Database = {
  exec(sql: string): void
  prepare(sql: string): Statement
  close(): void
}

type Engine = { DatabaseSync: new (path: string) => unknown }

/** Where SQLite comes from: built into Node 22.13 and newer, else from a package that ships prebuilt binaries. */
const ENGINES = ['node:sqlite', '@photostructure/sqlite']

/** Opens a database file. Throws a `StoreError` when this Node has no SQLite and the optional package is missing. */
export async function openDatabase(path: string, engines: readonly string[] = ENGINES): Promise<Database> {
  const failures: string[] = []
  for (const name of engines) {
    const engine = await loadEngine(name, failures)
    // The shared part of both packages has this shape; nothing else is used.
    if (engine) return new engine.DatabaseSync(path) as Database
  }
  throw new StoreError(
    'store-unavailable',
    `No SQLite for Node ${process.version} (${failures.join('; ')}). Use Node 22.13 or newer, or run: npm install @photostructure/sqlite`,
  )
}

const loading = new Map<string, Promise<Engine>>()

async function loadEngine(name: string, failures: string[]): Promise<Engine | null> {
  // Once each: two loads at a time would put the warning function back in the wrong order.
  const engine = loading.get(name) ?? importQuietly(name)
  loading.set(name, engine)
  try {
    return await engine
  } catch (error) {
    failures.push(`${name}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
    return null
  }
}

async function importQuietly(name: string): Promise<Engine> {
  const restore = silenceExperimentalWarning()
  try {
    return (await import(name)) as Engine
  } finally {
    restore()
  }
}

/** Node 22 warns once that its SQLite is experimental, which would stand among the user's output. */
function silenceExperimentalWarning(): () => void {
  const original = process.emitWarning
  process.emitWarning = ((warning: string | Error, ...rest: never[]) => {
    if (!/SQLite is an experimental feature/.test(String(warning))) original.call(process, warning, ...rest)
  }) as typeof process.emitWarning
  return () => {
    process.emitWarning = original
  }
}
