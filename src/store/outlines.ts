import { setImmediate as yieldToOthers } from 'node:timers/promises'
import {
  applyToOutline,
  createOutline,
  OUTLINE_VERSION,
  type Outline,
  takeOutlineChanges,
} from '../core/outline.ts'
import { createSession, isAgentProtocol } from '../dialects/registry.ts'
import type { Connection } from './connection.ts'
import { keysBetween } from './event-key.ts'
import { deleteOutline, storedOutlineSeq, writeOutline } from './outline-rows.ts'
import { EVENT_QUERY, readEventRow } from './rows.ts'

/** Events that are folded at a time, before others have their turn. */
const PAGE = 1_000

/** Keeps the outlines of a store's tasks in step with their events. */
export type Outlines = {
  /** Makes the next batch of a task ready to be taken in: folds what this process has not seen, and stores what is missing. */
  prepare(taskId: string): Promise<void>
  /** Takes the events after `lastSeq` in. Part of their transaction. */
  take(task: OutlinedTask, lastSeq: number, events: Iterable<OutlinedEvent>): void
  /** Makes sure that the stored outline goes up to the last event. */
  complete(taskId: string): Promise<void>
  /** Does so for all tasks; costs little once it is done. */
  completeAll(): Promise<void>
  /** The working memory of a task is not needed any more, or no longer true. */
  forget(taskId: string): void
}

/** A task as it is outlined. */
export type OutlinedTask = { id: string; generation: number }

/** An event as it is outlined; `run` is the id of its run. */
export type OutlinedEvent = { type: string; payload: Record<string, unknown>; ts: number; run: string }

type Place = { generation: number; protocol: string; lastSeq: number }

/**
 * The outlines of a store. The working memory of tasks that are being written is held here and not stored: whoever takes
 * a task over folds its events again.
 */
export function createOutlines(connection: Connection): Outlines {
  const held = new Map<string, { generation: number; outline: Outline }>()

  function placeOf(taskId: string): Place | null {
    const row = connection.get('select generation, protocol, last_seq from task where id = ?', taskId)
    const { generation, protocol, last_seq: lastSeq } = row ?? {}
    return row && { generation: Number(generation), protocol: String(protocol), lastSeq: Number(lastSeq) }
  }

  function heldAt(taskId: string, { generation, lastSeq }: Place): Outline | null {
    const known = held.get(taskId)
    return known?.generation === generation && known.outline.seq <= lastSeq ? known.outline : null
  }

  /** The memory of a task at its last event, what was missing of it in the store written down; null for no such task. */
  async function bring(taskId: string): Promise<{ generation: number; outline: Outline } | null> {
    let place = placeOf(taskId)
    if (!place) return null
    const { generation } = place
    const outline = heldAt(taskId, place) ?? newOutline(place)
    const from = outline.seq
    for (; place && place.generation === generation; place = placeOf(taskId)) {
      if (outline.seq === place.lastSeq && settle(taskId, generation, outline, from))
        return { generation, outline }
      // Nothing to fold, and not settled: what is stored was made from other events than those before `from`.
      if (outline.seq === place.lastSeq) break
      for (const event of readOn(connection, generation, outline.seq)) applyToOutline(outline, event)
      await yieldToOthers()
    }
    held.delete(taskId)
    return bring(taskId)
  }

  /** False where another process wrote in the meantime, or the changes do not go on from what is stored. */
  function settle(taskId: string, generation: number, outline: Outline, from: number): boolean {
    return connection.transact(() => {
      const place = placeOf(taskId)
      if (place?.generation !== generation || place.lastSeq !== outline.seq) return false
      const stored = storedOutlineSeq(connection, generation)
      if (stored === outline.seq || outline.seq === 0) {
        takeOutlineChanges(outline)
        return true
      }
      if (from > 0 && stored !== from) return false
      if (from === 0) deleteOutline(connection, generation)
      writeOutline(connection, generation, outline)
      return true
    })
  }

  return {
    async prepare(taskId) {
      const place = placeOf(taskId)
      if (!place || heldAt(taskId, place)?.seq === place.lastSeq) return
      const brought = await bring(taskId)
      if (brought) held.set(taskId, brought)
    },

    take({ id, generation }, lastSeq, events) {
      const known = held.get(id)
      // Another process wrote after `prepare`: what is stored stays behind until somebody brings it up.
      if (known?.generation !== generation || known.outline.seq !== lastSeq) return
      for (const event of events) applyToOutline(known.outline, event as Parameters<typeof applyToOutline>[1])
      writeOutline(connection, generation, known.outline)
    },

    async complete(taskId) {
      const place = placeOf(taskId)
      if (!place || place.lastSeq === 0) return
      if (storedOutlineSeq(connection, place.generation) !== place.lastSeq) await bring(taskId)
    },

    async completeAll() {
      const sql = `select task.id from task left join outline on outline.generation = task.generation and version = ?
        where last_seq > 0 and seq is not last_seq`
      for (const { id } of connection.all(sql, OUTLINE_VERSION)) await bring(String(id))
    },

    forget: (taskId) => held.delete(taskId),
  }
}

/** Folds all events of a new generation and writes their outline. Part of their transaction. */
export function outlineGeneration(
  connection: Connection,
  { generation, protocol }: { generation: number; protocol: string },
): { add(event: OutlinedEvent): void; write(): void } {
  const outline = newOutline({ protocol })
  return {
    add: (event) => applyToOutline(outline, event as Parameters<typeof applyToOutline>[1]),
    write: () => writeOutline(connection, generation, outline),
  }
}

function newOutline({ protocol }: { protocol: string }): Outline {
  return createOutline(createSession(isAgentProtocol(protocol) ? { protocol } : {}))
}

function readOn(
  connection: Connection,
  generation: number,
  since: number,
): Parameters<typeof applyToOutline>[1][] {
  const { from, to } = keysBetween(generation, since, Number.MAX_SAFE_INTEGER)
  const sql = `${EVENT_QUERY} where event.id > ? and event.id < ? order by event.id limit ${PAGE}`
  // The fold takes a type that it does not know for `raw`.
  return connection.all(sql, from, to).map((row) => readEventRow(row) as Parameters<typeof applyToOutline>[1])
}
