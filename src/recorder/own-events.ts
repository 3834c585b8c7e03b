import { appendFileSync, existsSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { messageEvent } from '../core/build.ts'
import { DEFAULT_CLIP } from '../core/clip.ts'
import type { NormalizedEvent } from '../core/events.ts'
import { num, obj, objects, str } from '../core/read.ts'
import { writeErrorOf } from './errors.ts'
import { readAttached, readPrompt, runFiles } from './run-folder.ts'
import type { KeptFile } from './user-files.ts'

/** An event that the platform states: what a person said to a harness, or answered it. */
export type OwnEvent = {
  event: NormalizedEvent
  /** When (ms, UTC). */
  at: number
  /** All of a person's words, of which the event may hold a part; missing where the event is something else. */
  words?: string
  /** The files that went with them. */
  files?: KeptFile[]
}

/** The human's words as an event, and what went with them. */
export function humanTurn(words: string, at: number, files: KeptFile[] = []): OwnEvent {
  const references = files.map(({ path: _, ...reference }) => reference)
  const extra = references.length > 0 ? { files: references } : {}
  return { event: messageEvent('user', words.trimEnd(), DEFAULT_CLIP, extra), at, words, files }
}

/**
 * Notes what a person does before the harness hears of it, so that the history has it first, whoever dies. Throws a
 * `RecorderError` where that cannot be written; then it has not happened.
 */
export function appendOwnEvent(folder: string, own: OwnEvent): void {
  const path = runFiles(folder).ownEvents
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  try {
    appendFileSync(path, `${JSON.stringify(own)}\n`, { mode: 0o600 })
  } catch (error) {
    // The next event must not stand behind half of this one.
    if (existsSync(path)) truncateSync(path, size)
    throw writeErrorOf(error, folder)
  }
}

/** Reads the platform's events of a run, each once. */
export type OwnEventReader = {
  /** Those that came since the last call. */
  next(): OwnEvent[]
}

/**
 * A reader of the platform's events of a run, the words that began it first, which leaves out as many as the store has
 * already. `beganAt` is when the first words were said (ms, UTC).
 */
export function createOwnEventReader(folder: string, beganAt: number, known: number): OwnEventReader {
  const { ownEvents } = runFiles(folder)
  const first = readFirstTurn(folder, beganAt)
  let untold = first.slice(known)
  let size = 0
  let read = Math.max(0, known - first.length)

  function readOn(): OwnEvent[] {
    // Asked at every read of the spool: the size is cheap.
    const now = existsSync(ownEvents) ? statSync(ownEvents).size : 0
    if (now === size) return []
    size = now
    const lines = readFileSync(ownEvents, 'utf8').split('\n').slice(0, -1)
    const fresh = lines.slice(read).flatMap(parseOwnEvent)
    read = Math.max(read, lines.length)
    return fresh
  }

  return {
    next() {
      const told = untold
      untold = []
      return [...told, ...readOn()]
    },
  }
}

/** What a person said in one turn. */
export type HumanTurn = { words: string; files: KeptFile[] }

/** All that a person said to a run so far, in order. */
export function readHumanTurns(folder: string): HumanTurn[] {
  const { ownEvents } = runFiles(folder)
  const later = existsSync(ownEvents) ? readFileSync(ownEvents, 'utf8').split('\n').slice(0, -1) : []
  return [...readFirstTurn(folder, 0), ...later.flatMap(parseOwnEvent)].flatMap(({ words, files }) =>
    words === undefined ? [] : [{ words, files: files ?? [] }],
  )
}

function readFirstTurn(folder: string, at: number): OwnEvent[] {
  const prompt = readPrompt(folder)
  const attached = readAttached(folder)
  const files = attached === '' ? [] : readKeptFiles(JSON.parse(attached))
  return prompt.trim() === '' && files.length === 0 ? [] : [humanTurn(prompt, at, files)]
}

function readKeptFiles(value: unknown): KeptFile[] {
  return objects(value).flatMap((file) => {
    const [id, name, path] = [str(file.id), str(file.name), str(file.path)]
    if (id === null || name === null || path === null) return []
    return [{ id, name, path, mediaType: str(file.mediaType), bytes: num(file.bytes) }]
  })
}

function parseOwnEvent(line: string): OwnEvent[] {
  try {
    const value = obj(JSON.parse(line))
    const event = obj(value?.event)
    const payload = obj(event?.payload)
    const at = num(value?.at)
    if (!event || !payload || at === null) return []
    const words = str(value?.words)
    const own = { event: { type: event.type as NormalizedEvent['type'], payload }, at }
    return [words === null ? own : { ...own, words, files: readKeptFiles(value?.files) }]
  } catch {
    return []
  }
}
