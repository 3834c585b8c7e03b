import { closeSync, fstatSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { constants } from 'node:os'
import { cleanTitle } from '../core/title.ts'
import { dialectOf } from '../dialects/registry.ts'
import { createId } from '../store/ids.ts'
import type { RunRecord, Store } from '../store/store.ts'
import { RecorderError, writeErrorOf } from './errors.ts'
import {
  createRunFolder,
  isForeign,
  markForeign,
  readExit,
  runFiles,
  writeExit,
  writeFirstFiles,
} from './run-folder.ts'
import type { StartedRun } from './start.ts'

/** A stream that another program writes, on this machine or another. */
export type ForeignRunOptions = {
  /** The data folder. */
  home: string
  protocol: string
  title?: string | null | undefined
  /** What runs, for people who look at it: a command, or the name of a file. */
  command: string | readonly string[]
  cwd?: string | null | undefined
}

/**
 * Makes task and run for a stream whose process is not ours; its bytes come by `appendForeign`, its end by `endForeign`.
 * Throws a `TypeError` for an unknown protocol.
 */
export async function createForeignRun(store: Store, options: ForeignRunOptions): Promise<StartedRun> {
  const { protocol, command } = options
  dialectOf(protocol)
  const createdAt = Date.now()
  const [taskId, runId] = [createId(createdAt), createId(createdAt)]
  const title = cleanTitle(options.title)
  const folder = createRunFolder(options.home, runId)
  writeFirstFiles(folder, { prompt: '', attached: null, stdin: '', input: null })
  markForeign(folder)
  await store.createTask({
    id: taskId,
    title: title ?? cleanTitle(typeof command === 'string' ? command : command.join(' ')),
    titleOrigin: title === null ? 'placeholder' : 'human',
    protocol,
    createdAt,
  })
  await store.createRun({
    id: runId,
    taskId,
    protocol,
    command: typeof command === 'string' ? command : [...command],
    cwd: options.cwd ?? null,
    createdAt,
    folder,
  })
  await store.changeRun(runId, { startedAt: createdAt })
  return { taskId, runId }
}

/**
 * Adds bytes to such a stream at their place in it. What is there already is not written again, so a sender that does not
 * know whether its bytes arrived sends them again. Gives how many bytes there are now. Rejects with a `RecorderError`:
 * `gap` when bytes before them are missing, `cannot-write` when the disk is full, `not-listening` when the stream has ended or is not of this kind.
 */
export function appendForeign(run: RunRecord, offset: number, bytes: Uint8Array): number {
  const folder = demandOpen(run)
  const spool = openSync(runFiles(folder).stdout, 'r+')
  try {
    const { size } = fstatSync(spool)
    if (offset > size) {
      throw new RecorderError(
        'gap',
        `Run ${run.id} has ${size} bytes, and these begin at ${offset}. Send from byte ${size} on.`,
      )
    }
    const fresh = bytes.subarray(size - offset)
    for (let written = 0; written < fresh.length; ) {
      written += writeSync(spool, fresh, written, fresh.length - written, size + written)
    }
    // Whoever was told that its bytes arrived throws them away.
    if (fresh.length > 0) fsyncSync(spool)
    return size + fresh.length
  } catch (error) {
    throw writeErrorOf(error, folder)
  } finally {
    closeSync(spool)
  }
}

/** Says that such a stream has ended, and how its process did, as far as anybody knows. A second time changes nothing. */
export function endForeign(
  run: RunRecord,
  { exitCode = null, signal = null }: { exitCode?: number | null; signal?: string | null },
): void {
  if (run.folder !== null && readExit(run.folder)) return
  const folder = demandOpen(run)
  const number = signal === null ? undefined : constants.signals[signal as NodeJS.Signals]
  writeExit(folder, number === undefined ? exitCode : 128 + number)
}

function demandOpen(run: RunRecord): string {
  const { folder } = run
  if (folder !== null && !isForeign(folder)) {
    throw new RecorderError(
      'not-listening',
      `Run ${run.id} was started here: its keeper writes its stream. Send bytes to a foreign run.`,
    )
  }
  if (folder !== null && !run.complete && !readExit(folder)) return folder
  throw new RecorderError(
    'not-listening',
    `Run ${run.id} has ended: it takes no more bytes. Start a new one.`,
  )
}
