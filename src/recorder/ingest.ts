import { type FileHandle, open } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { noticeOf, rawJsonEvent } from '../core/build.ts'
import { DEFAULT_CLIP } from '../core/clip.ts'
import type { NormalizedEvent } from '../core/events.ts'
import { createLineSplitter, type Line, type LineSplitter } from '../core/lines.ts'
import type { SessionState } from '../core/session-state.ts'
import { StoreError } from '../store/errors.ts'
import type { RunRecord, Store, TimeKind } from '../store/store.ts'
import { type BatchBuilder, createBatchBuilder } from './batch-builder.ts'
import { untilDecided } from './decide-protocol.ts'
import { RecorderError } from './errors.ts'
import { createOwnEventReader, type OwnEventReader } from './own-events.ts'
import { rebuildState } from './rebuild-state.ts'
import { createRunDriver, type RunDriver } from './run-driver.ts'
import { endRun, findRunEnd, type RunEnd } from './run-end.ts'
import { type RunProcesses, readProcesses, runFiles } from './run-folder.ts'
import { createTitleWatch, type TitleWatch } from './title-watch.ts'
import { attachmentOf } from './user-files.ts'
import { type FolderWatch, watchFolder } from './watch.ts'

/** How a run is ingested. */
export type IngestOptions = {
  /** Ends the ingestion; the run goes on, and its history can be taken up again. */
  signal?: AbortSignal
  /** Ends the ingestion when all that was printed so far is stored; a run that has ended is completed. */
  once?: boolean
  /** The run's folder, when it is not where the store says. */
  folder?: string
  /** How long a lease lasts without being renewed (ms); 5,000 unless said. */
  leaseMs?: number
  /** How often the spool is looked at where the system does not tell of changes (ms); 200 unless said. */
  pollMs?: number
}

/** `complete`: the history is whole. `stopped`: the signal ended it. `taken`: another ingester has the run. */
export type IngestOutcome = 'complete' | 'stopped' | 'taken'

const DEFAULT_LEASE_MS = 5_000
const DEFAULT_POLL_MS = 200
const READ_BYTES = 256 * 1024
/** A batch is written when it has this many lines, or when the spool is read to its end. */
const MAX_BATCH_LINES = 1_000
/** A line read later than this after it may have been printed has a time that says little. */
const LATE_MS = 2_000

/**
 * Brings what a run prints into the store, each line exactly once, until it has ended and all is read, another ingester
 * takes it, or the signal comes. Rejects with a `RecorderError` for an unknown run or one without a folder, and with a
 * `StoreError` when the store fails.
 */
export async function ingestRun(
  store: Store,
  runId: string,
  options: IngestOptions = {},
): Promise<IngestOutcome> {
  const run = await store.getRun(runId)
  if (!run) throw new RecorderError('unknown-run', `There is no run ${runId} in ${store.location}.`)
  if (run.complete) return 'complete'
  const folder = options.folder ?? run.folder
  if (folder === null)
    throw new RecorderError('unknown-run', `Run ${runId} has no spool: somebody else writes its stream.`)
  const leaseMs = options.leaseMs ?? DEFAULT_LEASE_MS
  const lease = await store.acquireLease(runId, `pid ${process.pid}`, leaseMs)
  if (lease === null) return 'taken'
  const renewal = setInterval(
    () => store.renewLease(runId, lease, leaseMs).catch(() => undefined),
    leaseMs / 3,
  )
  try {
    // Read again: another ingester may have written between the first look and the lease.
    const leased = (await store.getRun(runId)) ?? run
    if (leased.complete) return 'complete'
    const decided = await untilDecided(store, leased, folder, { pollMs: DEFAULT_POLL_MS, ...options })
    return decided === null ? 'stopped' : await followSpool(store, decided, folder, lease, options)
  } catch (error) {
    if (error instanceof StoreError && (error.code === 'lease-lost' || error.code === 'cursor-moved'))
      return 'taken'
    throw error
  } finally {
    clearInterval(renewal)
    await store.releaseLease(runId, lease).catch(() => undefined)
  }
}

/**
 * Like `ingestRun`, and waits while another ingester has the run: resolves when the history is complete (true) or the
 * signal came (false).
 */
export async function recordRun(store: Store, runId: string, options: IngestOptions = {}): Promise<boolean> {
  for (;;) {
    const outcome = await ingestRun(store, runId, options)
    if (outcome !== 'taken') return outcome === 'complete'
    await delay(DEFAULT_POLL_MS, undefined, options.signal ? { signal: options.signal } : {}).catch(
      () => undefined,
    )
    if (options.signal?.aborted) return false
  }
}

type Ingestion = {
  store: Store
  run: RunRecord
  folder: string
  lease: string
  state: SessionState
  builder: BatchBuilder
  splitter: LineSplitter
  ownEvents: OwnEventReader
  driver: RunDriver
  /** Null where the title is a person's. */
  titles: TitleWatch | null
  /** Null when somebody removed it: what it held beyond the cursor is lost, and the run still ends. */
  spool: FileHandle | null
  /** Null until the keeper has said which they are. */
  processes: RunProcesses | null
  cursor: number
}

async function followSpool(
  store: Store,
  run: RunRecord,
  folder: string,
  lease: string,
  options: IngestOptions,
): Promise<IngestOutcome> {
  const watch = watchFolder(folder, options.pollMs ?? DEFAULT_POLL_MS)
  const wake = (): void => watch.wake()
  options.signal?.addEventListener('abort', wake)
  let spool: FileHandle | null = null
  try {
    const { state, ownEvents: known } = await rebuildState(store, run)
    spool = await openSpool(folder)
    const builder = createBatchBuilder(run, state)
    const splitter = createLineSplitter({ offset: run.cursor })
    const ownEvents = createOwnEventReader(folder, run.startedAt ?? run.createdAt, known)
    const driver = createRunDriver(store, run, folder)
    const isTitleFinal = (await store.getTask(run.taskId))?.titleOrigin === 'human'
    const titles = isTitleFinal ? null : createTitleWatch(run.protocol, run.cwd)
    const cursor = run.cursor
    const ingestion = {
      store,
      run,
      folder,
      lease,
      state,
      builder,
      splitter,
      ownEvents,
      driver,
      titles,
      spool,
      processes: null,
      cursor,
    }
    await recordOwnEvents(ingestion)
    return await readToTheEnd(ingestion, watch, options)
  } finally {
    options.signal?.removeEventListener('abort', wake)
    watch.close()
    await spool?.close()
  }
}

async function openSpool(folder: string): Promise<FileHandle | null> {
  try {
    return await open(runFiles(folder).stdout, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** What the human said and answered is known to us, whatever the harness prints of it. */
async function recordOwnEvents(ingestion: Ingestion): Promise<void> {
  const { builder, ownEvents } = ingestion
  for (const { event, at, files = [] } of ownEvents.next()) {
    builder.addOwnEvent(
      event,
      at,
      files.map(attachmentOf).filter((file) => file !== null),
    )
  }
  await commit(ingestion)
}

async function readToTheEnd(
  ingestion: Ingestion,
  watch: FolderWatch,
  { signal, once = false }: IngestOptions,
): Promise<IngestOutcome> {
  const { run, folder, splitter, spool } = ingestion
  let position = run.cursor
  let caughtUpAt = run.startedAt ?? run.createdAt
  const buffer = Buffer.alloc(READ_BYTES)
  for (;;) {
    if (signal?.aborted) return 'stopped'
    // Asked before reading: what was printed before the end is then surely read.
    ingestion.processes ??= readProcesses(folder)
    const end = findRunEnd(run, folder, ingestion.processes)
    for (;;) {
      const bytesRead = (await spool?.read(buffer, 0, READ_BYTES, position))?.bytesRead ?? 0
      // Asked after reading: what the harness answered comes after what it was told.
      await recordOwnEvents(ingestion)
      if (bytesRead === 0) break
      position += bytesRead
      const now = Date.now()
      const kind = kindOf(now, caughtUpAt)
      for (const line of splitter.push(buffer.subarray(0, bytesRead))) {
        await addLine(ingestion, line, now, kind)
        if (ingestion.builder.lineCount >= MAX_BATCH_LINES)
          await speakAndCommit(ingestion, line.offset + line.bytes + 1)
      }
      await speakAndCommit(ingestion)
      if (signal?.aborted) return 'stopped'
    }
    const now = Date.now()
    if (end) {
      for (const line of splitter.end()) await addLine(ingestion, line, now, kindOf(now, caughtUpAt))
      await finish(ingestion, end)
      return 'complete'
    }
    caughtUpAt = now
    await ingestion.driver.speak()
    await ingestion.driver.look(ingestion.state)
    if (once) return 'stopped'
    await recordTitle(ingestion, ingestion.titles?.look(ingestion.state, position) ?? null)
    await watch.change()
  }
}

/** A line may have been printed as early as when the spool was last read to its end. */
function kindOf(now: number, caughtUpAt: number): TimeKind {
  return now - caughtUpAt > LATE_MS ? 'late' : 'read'
}

async function addLine(ingestion: Ingestion, line: Line, now: number, kind: TimeKind): Promise<void> {
  const isRepetition = ingestion.driver.hear(line)
  ingestion.builder.addLine(line, await exactBytes(ingestion.spool, line), now, kind, isRepetition)
}

/** What a line asks for is done before it counts as read: who takes over after that does not see it again. */
async function speakAndCommit(ingestion: Ingestion, toCursor?: number): Promise<void> {
  await ingestion.driver.speak()
  await commit(ingestion, toCursor)
}

/** The bytes of a line that is not UTF-8, read again from the spool; null for any other line. */
async function exactBytes(spool: FileHandle | null, line: Line): Promise<Uint8Array | null> {
  if (!spool || line.cut || !line.text.includes('\ufffd')) return null
  const bytes = Buffer.alloc(line.bytes)
  await spool.read(bytes, 0, line.bytes, line.offset)
  return Buffer.from(line.text, 'utf8').equals(bytes) ? null : bytes
}

async function commit(ingestion: Ingestion, toCursor: number = ingestion.splitter.consumed): Promise<void> {
  const { builder, store, lease, cursor } = ingestion
  if (builder.isEmpty && toCursor === cursor) return
  await store.commitBatch(builder.take({ lease, fromCursor: cursor, toCursor, lastAt: Date.now() }))
  ingestion.cursor = toCursor
}

async function recordTitle(ingestion: Ingestion, title: NormalizedEvent | null): Promise<void> {
  if (title === null) return
  ingestion.builder.addOwnEvent(title, Date.now())
  await commit(ingestion)
}

async function finish(ingestion: Ingestion, { endedAt, ...exit }: RunEnd): Promise<void> {
  const { store, run, folder, lease, state, builder, titles, splitter } = ingestion
  await recordTitle(ingestion, (await titles?.finish(state, splitter.consumed)) ?? null)
  const stoppedBy = (await store.getRun(run.id))?.stoppedBy ?? exit.stoppedBy
  const facts = { ...exit, stoppedBy }
  if (ingestion.spool === null) builder.addOwnEvent(lossOf(splitter.consumed), endedAt)
  const ending = endRun(state, run.id, facts, folder)
  if (ending) builder.addOwnEvent(ending, endedAt)
  const change = { endedAt, ...facts, complete: true }
  const place = {
    lease,
    fromCursor: ingestion.cursor,
    toCursor: splitter.consumed,
    lastAt: Date.now(),
    run: change,
  }
  await store.commitBatch(builder.take(place))
}

/** Says that the spool was removed before all of it was read. */
function lossOf(cursor: number): NormalizedEvent {
  const text = `Somebody removed the file with what this run printed: whatever came after byte ${cursor} is lost.`
  return rawJsonEvent({ spool: 'removed', cursor }, DEFAULT_CLIP, noticeOf('warning', text))
}
