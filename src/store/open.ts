import { setTimeout as delay } from 'node:timers/promises'
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

/** How long a call waits for another process's write before the store counts as locked. */
const PATIENCE_MS = 5_000
/** While SQLite waits, the whole process stands still: so long at a time once the store is open, */
const STANDSTILL_MS = 10
/** and between two times everything else has its turn. */
const PAUSE_MS = 30

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
  const write = async <T>(taskId: string | null, work: () => T): Promise<T> => {
    const result = await untilUnlocked(work)
    feed.announce({ taskId })
    return result
  }

  return {
    location: path,
    createTask: async (task) => write(task.id, () => tasks.insertTask(connection, task)),
    getTask: async (id) => untilUnlocked(() => tasks.findTask(connection, id)),
    resolveTaskId: async (prefix) => untilUnlocked(() => tasks.findTaskByPrefix(connection, prefix)),
    listTasks: async (query) => untilUnlocked(() => tasks.pageOfTasks(connection, query)),
    setTitle: async (id, title, origin) => write(id, () => tasks.writeTitle(connection, id, title, origin)),
    removeTask: async (id) => write(id, () => tasks.deleteTask(connection, id)),

    createRun: async (run) => write(run.taskId, () => runs.insertRun(connection, run)),
    getRun: async (id) => untilUnlocked(() => runs.findRun(connection, id)),
    listRuns: async (taskId) => untilUnlocked(() => runs.runsOfTask(connection, taskId)),
    listOpenRuns: async () => untilUnlocked(() => runs.openRuns(connection)),
    changeRun: async (id, change) => {
      const taskId = (await untilUnlocked(() => runs.findRun(connection, id)))?.taskId ?? null
      await write(taskId, () => runs.updateRun(connection, connection.runNumber(id), change))
    },

    acquireLease: async (id, owner, ttlMs) =>
      untilUnlocked(() => runs.takeLease(connection, id, owner, ttlMs)),
    renewLease: async (id, lease, ttlMs) =>
      untilUnlocked(() => runs.prolongLease(connection, id, lease, ttlMs)),
    releaseLease: async (id, lease) => {
      await untilUnlocked(() => runs.dropLease(connection, id, lease))
      const taskId = (await untilUnlocked(() => runs.findRun(connection, id)))?.taskId
      if (taskId !== undefined) outlines.forget(taskId)
    },
    commitBatch: async (batch) => {
      await untilUnlocked(() => outlines.prepare(batch.taskId))
      try {
        return await write(batch.taskId, () => writeBatch(connection, batch, outlines))
      } catch (error) {
        outlines.forget(batch.taskId)
        throw error
      }
    },

    readEvents: async (query) => untilUnlocked(() => pageOfEvents(connection, query)),
    getEvent: async (taskId, seq, generation) =>
      untilUnlocked(() => findEvent(connection, taskId, seq, generation)),
    getEventLine: async (taskId, seq, generation) =>
      untilUnlocked(() => findEventLine(connection, taskId, seq, generation)),
    readLines: async (runId, fromOffset, limit) =>
      untilUnlocked(() => linesOfRun(connection, runId, fromOffset, limit)),
    getAttachment: async (id) => untilUnlocked(() => findAttachment(connection, id)),
    readTurns: async (query) => {
      await untilUnlocked(() => outlines.complete(query.taskId))
      return await untilUnlocked(() => pageOfTurns(connection, query))
    },
    readStrip: async (query) => {
      await untilUnlocked(() => outlines.complete(query.taskId))
      return await untilUnlocked(() => stripOfTask(connection, query))
    },
    findText: (query) => untilUnlocked(() => finder.find(query)),
    searchTasks: (query) => untilUnlocked(() => searchTasks(connection, query)),
    readUsage: async (query) => {
      await untilUnlocked(() => outlines.completeAll())
      return await untilUnlocked(() => usageOf(connection, query))
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
    database.exec(`pragma busy_timeout = ${PATIENCE_MS}`)
    // Before anything is written: a file that is not ours, or newer, stays as it is.
    checkFormat(database, path)
    database.exec('pragma journal_mode = wal')
    // With WAL, NORMAL loses no committed batch when a process dies. A power cut may take the last ones, cursors
    // included: their bytes are read from the spool again. FULL flushes the disk at each commit: 0.9 ms against 0.05 at
    // the median, 13 to 37 ms at the 99th percentile on a virtual disk, and the whole process waits for it.
    database.exec('pragma synchronous = normal')
    database.exec('pragma foreign_keys = off')
    prepareFormat(database, path)
    database.exec(`pragma busy_timeout = ${STANDSTILL_MS}`)
    return database
  } catch (error) {
    database?.close()
    throw storeErrorOf(error, path)
  }
}

/** Does some work, again and again while another process has the store locked. */
async function untilUnlocked<T>(work: () => T | Promise<T>): Promise<T> {
  for (const end = performance.now() + PATIENCE_MS; ; ) {
    try {
      return await work()
    } catch (error) {
      const isLocked = error instanceof StoreError && error.code === 'store-locked'
      if (!isLocked || performance.now() > end) throw error
    }
    await delay(PAUSE_MS)
  }
}
