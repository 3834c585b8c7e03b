import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs'
import { messageEvent } from '../core/build.ts'
import { DEFAULT_CLIP } from '../core/clip.ts'
import type { NormalizedEvent } from '../core/events.ts'
import { num, obj, str } from '../core/read.ts'
import { readPrompt, runFiles } from './run-folder.ts'

/** An event that the platform states: what a person said to a harness, or answered it. */
export type OwnEvent = {
  event: NormalizedEvent
  /** When (ms, UTC). */
  at: number
  /** All of a person's words, of which the event may hold a part; missing where the event is something else. */
  words?: string
}

/** The human's words as an event. */
export function humanTurn(words: string, at: number): OwnEvent {
  return { event: messageEvent('user', words.trimEnd(), DEFAULT_CLIP), at, words }
}

/** Notes what a person does before the harness hears of it, so that the history has it first, whoever dies. */
export function appendOwnEvent(folder: string, own: OwnEvent): void {
  appendFileSync(runFiles(folder).ownEvents, `${JSON.stringify(own)}\n`, { mode: 0o600 })
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

/** All that a person said to a run so far, in order. */
export function readHumanTurns(folder: string): string[] {
  const { ownEvents } = runFiles(folder)
  const prompt = readPrompt(folder)
  const later = existsSync(ownEvents) ? readFileSync(ownEvents, 'utf8').split('\n').slice(0, -1) : []
  const turns = later.flatMap(parseOwnEvent).flatMap(({ words }) => (words === undefined ? [] : [words]))
  return prompt.trim() === '' ? turns : [prompt, ...turns]
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
    return [words === null ? own : { ...own, words }]
  } catch {
    return []
  }
}
