import { writeBatch } from './batch.ts'
import { createChangeFeed } from './change-feed.ts'
import { createConnection } from './connection.ts'
import { type Database, openDatabase } from './engine.ts'
import { StoreError, storeErrorOf } from './errors.ts'
import { findEvent, pageOfEvents } from './events.ts'
import { createFinder } from './find.ts'
import { replaceEvents } from './generations.ts'
import { makePrivatePlace } from './home.ts'
import { findAttachment, findEventLine, linesOfRun } from './lines.ts'
import { createOutlines } from './outlines.ts'
import * as runs from './runs.ts'
import { searchTasks } from './search.ts'
import type { Store } from './store.ts'
import { stripOfTask } from './strip.ts'
import * as tasks from './tasks.ts'
import { pageOfTurns } from './turns.ts'
import { checkFormat, prepareFormat } from './upgrade.ts'
import { usageOf } from './usage.ts'

/** How long a statement waits for another process's write before the store counts as locked. */
const BUSY_TIMEOUT_MS = 5_000

/**
 * Opens the store in a file, making it where there is none. Rejects with a `StoreError`: `store-newer`,
 * `store-damaged`, `store-locked`, `store-unavailable` (no SQLite, or no permission), `store-failed`.
 */
export async function openStore(path: string): Promise<Store> {
  const database = await openFile(path)
  const connection = createConnection(database, path)
  const feed = createChangeFeed(database)
  const outlines = createOutlines(connection)
  const finder = createFinder(connection)

  /** Writes, then tells the listeners. */
  const write = <T>(taskId: string | null, work: () => T): T => {
    const result = work()
    feed.announce({ taskId })
    return result
  }

  return {
    location: path,
    createTask: async (task) => write(task.id, () => tasks.insertTask(connection, task)),
    getTask: async (id) => tasks.findTask(connection, id),
    resolveTaskId: async (prefix) => tasks.findTaskByPrefix(connection, prefix),
    listTasks: async (query) => tasks.pageOfTasks(connection, query),
    setTitle: async (id, title, origin) => write(id, () => tasks.writeTitle(connection, id, title, origin)),
    removeTask: async (id) => write(id, () => tasks.deleteTask(connection, id)),

    createRun: async (run) => write(run.taskId, () => runs.insertRun(connection, run)),
    getRun: async (id) => runs.findRun(connection, id),
    listRuns: async (taskId) => runs.runsOfTask(connection, taskId),
    listOpenRuns: async () => runs.openRuns(connection),
    changeRun: async (id, change) => {
      const taskId = runs.findRun(connection, id)?.taskId ?? null
      write(taskId, () => runs.updateRun(connection, connection.runNumber(id), change))
    },

    acquireLease: async (id, owner, ttlMs) => runs.takeLease(connection, id, owner, ttlMs),
    renewLease: async (id, lease, ttlMs) => runs.prolongLease(connection, id, lease, ttlMs),
    releaseLease: async (id, lease) => {
      runs.dropLease(connection, id, lease)
      const taskId = runs.findRun(connection, id)?.taskId
      if (taskId !== undefined) outlines.forget(taskId)
    },
    commitBatch: async (batch) => {
      await outlines.prepare(batch.taskId)
      try {
        return write(batch.taskId, () => writeBatch(connection, batch, outlines))
      } catch (error) {
        outlines.forget(batch.taskId)
        throw error
      }
    },

    readEvents: async (query) => pageOfEvents(connection, query),
    getEvent: async (taskId, seq, generation) => findEvent(connection, taskId, seq, generation),
    getEventLine: async (taskId, seq, generation) => findEventLine(connection, taskId, seq, generation),
    readLines: async (runId, fromOffset, limit) => linesOfRun(connection, runId, fromOffset, limit),
    getAttachment: async (id) => findAttachment(connection, id),
    readTurns: async (query) => {
      await outlines.complete(query.taskId)
      return pageOfTurns(connection, query)
    },
    readStrip: async (query) => {
      await outlines.complete(query.taskId)
      return stripOfTask(connection, query)
    },
    findText: (query) => finder.find(query),
    searchTasks: (query) => searchTasks(connection, query),
    readUsage: async (query) => {
      await outlines.completeAll()
      return usageOf(connection, query)
    },
    writeGeneration: async (taskId, events, state, foldVersion) =>
      write(taskId, () => replaceEvents(connection, taskId, events, state, foldVersion)),

    onChange: (listener) => feed.listen(listener),
    checkIntegrity: async () => {
      const row = connection.get('pragma integrity_check')
      const verdict = String(Object.values(row ?? {})[0])
      if (verdict === 'ok') return
      const next = 'Restore it from a backup; what is still readable can be read.'
      throw new StoreError('store-damaged', `The store ${path} is damaged (${verdict}). ${next}`)
    },
    close: async () => {
      feed.close()
      connection.close()
    },
  }
}

async function openFile(path: string): Promise<Database> {
  let database: Database | null = null
  try {
    makePrivatePlace(path)
    database = await openDatabase(path)
    database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
    // Before anything is written: a file that is not ours, or newer, stays as it is.
    checkFormat(database, path)
    database.exec('pragma journal_mode = wal')
    // With WAL, NORMAL loses no committed batch when a process dies. A power cut may take the last ones, cursors
    // included: their bytes are read from the spool again. FULL flushes the disk at each commit: 0.9 ms against 0.05 at
    // the median, 13 to 37 ms at the 99th percentile on a virtual disk, and the whole process waits for it.
    database.exec('pragma synchronous = normal')
    database.exec('pragma foreign_keys = off')
    prepareFormat(database, path)
    return database
  } catch (error) {
    database?.close()
    throw storeErrorOf(error, path)
  }
}
