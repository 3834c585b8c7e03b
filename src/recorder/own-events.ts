import { appendFileSync, existsSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { messageEvent } from '../core/build.ts'
import { DEFAULT_CLIP } from '../core/clip.ts'
import type { NormalizedEvent } from '../core/events.ts'
import { num, obj } from '../core/read.ts'
import { writeErrorOf } from './errors.ts'
import { readPrompt, runFiles } from './run-folder.ts'

/** An event that the platform states: what a person said to a harness, or answered it. */
export type OwnEvent = {
  event: NormalizedEvent
  /** When (ms, UTC). */
  at: number
}

/** The human's words as an event. */
export function humanTurn(text: string, at: number): OwnEvent {
  return { event: messageEvent('user', text.trimEnd(), DEFAULT_CLIP), at }
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
  const prompt = readPrompt(folder)
  const first = prompt.trim() === '' ? [] : [humanTurn(prompt, beganAt)]
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

function parseOwnEvent(line: string): OwnEvent[] {
  try {
    const value = obj(JSON.parse(line))
    const event = obj(value?.event)
    const payload = obj(event?.payload)
    const at = num(value?.at)
    if (!event || !payload || at === null) return []
    return [{ event: { type: event.type as NormalizedEvent['type'], payload }, at }]
  } catch {
    return []
  }
}
