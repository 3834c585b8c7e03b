import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { applyEvent, createSession, FOLD_VERSION, viewOf } from '../../src/core/session.ts'
import type { SessionState } from '../../src/core/session-state.ts'
import { parseStreamLine } from '../../src/dialects/registry.ts'
import { openStore, storePathOf } from '../../src/store/index.ts'
import type { NewAttachment, NewEvent, RunChange, Store } from '../../src/store/store.ts'

/** A task that a test writes line by line, as a recorder would. */
export type Recording = {
  taskId: string
  runId: string
  /** The run's folder, with room for spool files. */
  folder: string
  /** Commits lines as one batch; gives the seq of the last event. */
  write(lines: (string | Uint8Array)[], attachments?: NewAttachment[]): Promise<number>
  /** Commits lines as one batch, read at a moment (ms, UTC). */
  commitAt(at: number, lines: string[]): Promise<number>
  /** Commits an event that the platform itself records. */
  say(type: string, payload: Record<string, unknown>): Promise<number>
  /** Ends the run. */
  end(change?: RunChange): Promise<void>
  /** Begins another run of the same task. */
  nextRun(): Promise<Recording>
}

/** A real store in a folder of its own, closed and removed when the test is over. */
export async function openTestStore(): Promise<{ store: Store; home: string }> {
  const home = await mkdtemp(join(tmpdir(), 'agent-stream-server-'))
  const store = await openStore(storePathOf(home))
  onTestFinished(async () => {
    await store.close()
    await rm(home, { recursive: true, force: true })
  })
  return { store, home }
}

/** A new task with one run. */
export async function record(
  store: Store,
  home: string,
  {
    protocol = 'claude-json',
    title = null,
    createdAt = Date.now(),
  }: { protocol?: string; title?: string | null; createdAt?: number } = {},
): Promise<Recording> {
  const taskId = uuidv7(createdAt)
  await store.createTask({
    id: taskId,
    title,
    titleOrigin: title === null ? null : 'human',
    protocol,
    createdAt,
  })
  return await recordRun(store, home, { taskId, protocol, state: createSession() })
}

async function recordRun(
  store: Store,
  home: string,
  { taskId, protocol, state }: { taskId: string; protocol: string; state: SessionState },
): Promise<Recording> {
  const runId = uuidv7(Date.now())
  const folder = join(home, 'runs', runId)
  await mkdir(folder, { recursive: true })
  const command = ['harness']
  await store.createRun({ id: runId, taskId, protocol, command, cwd: home, createdAt: Date.now(), folder })
  const lease = await store.acquireLease(runId, 'test', 60_000)
  if (lease === null) throw new Error('the run has an ingester already')
  let cursor = 0

  const commit = (
    lines: (string | Uint8Array)[],
    events: NewEvent[],
    attachments: NewAttachment[],
    run?: RunChange,
    now: number = Date.now(),
  ) => {
    const fromCursor = cursor
    const newLines = lines.map((source) => {
      const offset = cursor
      cursor += (typeof source === 'string' ? Buffer.byteLength(source) : source.length) + 1
      const text = typeof source === 'string' ? source : new TextDecoder().decode(source)
      for (const [index, event] of parseStreamLine(protocol, text).entries()) {
        events.push({ type: event.type, payload: event.payload, ts: now, tsKind: 'read', offset, index })
      }
      return { offset, ts: now, source, attachments: [], cut: false }
    })
    for (const event of events) applyEvent(state, event as Parameters<typeof applyEvent>[1], { run: runId })
    return store.commitBatch({
      taskId,
      runId,
      lease,
      fromCursor,
      toCursor: cursor,
      lines: newLines,
      events,
      attachments,
      state: viewOf(state),
      foldVersion: FOLD_VERSION,
      lastAt: now,
      ...(run ? { run } : {}),
    })
  }

  return {
    taskId,
    runId,
    folder,
    write: (lines, attachments = []) => commit(lines, [], attachments),
    commitAt: (at, lines) => commit(lines, [], [], undefined, at),
    say: (type, payload) =>
      commit([], [{ type, payload, ts: Date.now(), tsKind: 'read', offset: null, index: 0 }], []),
    end: async (change = {}) => {
      await commit([], [], [], { endedAt: Date.now(), exitCode: 0, complete: true, ...change })
    },
    nextRun: () => recordRun(store, home, { taskId, protocol, state }),
  }
}

/** A line of the vocabulary itself. */
export function messageLine(text: string): string {
  return JSON.stringify({ type: 'message', role: 'assistant', text })
}

/** Lines like those of the known bug report: `message 1` to `message N`. */
export function messageLines(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => messageLine(`message ${from + index}`))
}

function uuidv7(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0') + randomBytes(10).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
