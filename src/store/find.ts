import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { excerptOf, findInEvent, foldCase } from '../core/find-text.ts'
import type { Connection } from './connection.ts'
import { seqOfKey } from './event-key.ts'
import { generationOf } from './events.ts'
import type { FindPage, FindQuery, FoundMatch } from './find-pages.ts'
import { createTextScan, readFound, type TextScan } from './text-scan.ts'

const DEFAULT_LIMIT = 50
const MAX_LIMIT = 500
/** So many scans are remembered, for the next pages of their matches. */
const MAX_SCANS = 8
/** Others have their turn after so long (ms). */
const SLICE_MS = 10

type Scan = { generation: number; scan: TextScan; work: Promise<void> | null }

/** Finds texts in a store's tasks. */
export type Finder = {
  /** A page of matches within a task. Rejects with `unknown-task`, `generation-gone`. */
  find(query: FindQuery): Promise<FindPage>
}

/** A finder that remembers its latest scans, so that a next page and the count cost no second one. */
export function createFinder(connection: Connection): Finder {
  const scans = new Map<string, Scan>()

  function scanOf(generation: number, text: string): Scan {
    const key = `${generation} ${foldCase(text)}`
    const known = scans.get(key) ?? {
      generation,
      scan: createTextScan(connection, generation, text),
      work: null,
    }
    scans.delete(key)
    scans.set(key, known)
    const [oldest] = scans.keys()
    if (scans.size > MAX_SCANS && oldest !== undefined) scans.delete(oldest)
    return known
  }

  const lastSeqOf = (taskId: string): number =>
    Number(connection.get('select last_seq from task where id = ?', taskId)?.last_seq ?? 0)

  /** Scans on until a page can be told, or to the end. */
  async function scanUntil(entry: Scan, taskId: string, isEnough: () => boolean): Promise<void> {
    const { scan } = entry
    let start = performance.now()
    while (!isEnough() && scan.step(lastSeqOf(taskId))) {
      if (performance.now() - start < SLICE_MS) continue
      await yieldToOthers()
      generationOf(connection, taskId, entry.generation)
      start = performance.now()
    }
  }

  /** Somebody looks for something else in the task now: that comes first. */
  const isOutdated = (entry: Scan): boolean =>
    [...scans.values()].findLast(({ generation }) => generation === entry.generation) !== entry

  /** What is left is counted while the client reads the first page. */
  function scanOn(entry: Scan, taskId: string): void {
    entry.work ??= scanUntil(entry, taskId, () => isOutdated(entry))
      // Whoever asks next hears of a failing store.
      .catch(() => undefined)
      .finally(() => {
        entry.work = null
      })
  }

  return {
    async find(query) {
      const { taskId, text } = query
      const generation = generationOf(connection, taskId, query.generation)
      const limit = Math.min(Math.max(1, query.limit ?? DEFAULT_LIMIT), MAX_LIMIT)
      const entry = scanOf(generation, text)
      const { scan } = entry
      const { after = 0, before } = query
      const isEnough = (): boolean =>
        before === undefined ? scan.found.length - placeAfter(scan.found, after) > limit : scan.seq >= before
      await scanUntil(entry, taskId, isEnough)
      const isComplete = scan.seq >= lastSeqOf(taskId)
      if (!isComplete) scanOn(entry, taskId)
      const end = before === undefined ? Number.POSITIVE_INFINITY : placeAfter(scan.found, before - 1)
      const first = before === undefined ? placeAfter(scan.found, after) : Math.max(0, end - limit)
      const seqs = scan.found.slice(first, Math.min(end, first + limit))
      const hasMore = before === undefined ? scan.found.length > first + limit : first > 0
      return {
        matches: seqs.flatMap((seq) => readMatch(connection, generation, seq, text) ?? []),
        firstPosition: seqs.length === 0 ? null : first + 1,
        total: scan.found.length,
        isComplete,
        hasMore,
        generation,
      }
    },
  }
}

/** A found event with the words around its first match; null when it is gone. */
export function readMatch(
  connection: Connection,
  generation: number,
  seq: number,
  text: string,
): FoundMatch | null {
  const found = readFound(connection, generation, seq)
  if (!found) return null
  const { row, payload } = found
  const type = String(row.type)
  const needle = foldCase(text)
  const place = findInEvent(type, payload, needle)
  if (!place) return null
  return {
    seq: seqOfKey(Number(row.id)),
    ts: Number(row.ts),
    type,
    where: place.where,
    ...excerptOf(place.text, needle),
  }
}

/** How many of some ascending seqs are not after one. */
function placeAfter(found: readonly number[], seq: number): number {
  let [low, high] = [0, found.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((found[middle] ?? 0) <= seq) low = middle + 1
    else high = middle
  }
  return low
}
