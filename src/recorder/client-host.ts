import { statSync } from 'node:fs'
import type { ClientStart, ClientStep, ProtocolClient } from '../core/dialect.ts'
import type { JsonObject } from '../core/events.ts'
import type { Line } from '../core/lines.ts'
import { num, obj, str } from '../core/read.ts'
import { clientOf } from '../dialects/registry.ts'
import { RecorderError } from './errors.ts'
import { writeInput } from './input.ts'
import { readHumanTurns } from './own-events.ts'
import { readClientNotes, readInputPolicy, readProcesses, runFiles, writeClientNotes } from './run-folder.ts'
import { wordsWithFiles } from './user-files.ts'

/** The client of a run, in whichever process ingests it. */
export type ClientHost = {
  /** Takes the next line of the harness; true when it repeats what the task has already. */
  hear(line: Line): boolean
  /** Says what is to be said: to be called before what was heard counts as read. */
  speak(): Promise<void>
  /** Whether all that a person said was said to the harness, or never will be. */
  readonly isDone: boolean
  /** Whether nothing can be said any more. */
  readonly isOver: boolean
}

/** What is kept of a client between processes. */
type Notes = {
  memory: JsonObject
  /** Lines up to this byte of stdout were heard. */
  heardBytes: number
  /** From this byte of stdout to that one, an earlier part of the session was told again; null: it was not. */
  repeated: { from: number; to: number } | null
  /** So many of the person's turns were said. */
  saidCount: number
  /** What was to be sent when this was written. */
  outbox: string
}

/**
 * The client of a run whose protocol has one, else null. It goes on from what an earlier process wrote down: an answer
 * that this process had prepared and may not have sent is sent again, a person's words are never sent twice.
 */
export function createClientHost(folder: string, protocol: string): ClientHost | null {
  const client = clientOf(protocol)
  const start = client && readInputPolicy(folder)?.client
  return client && start ? host(client, start, folder) : null
}

/** Whether the client of a run has said all that a person said so far, or never will; true where there is no client. */
export function hasSaidAll(folder: string, protocol: string): boolean {
  const client = clientOf(protocol)
  if (!client) return true
  const notes = readNotes(folder)
  if (!notes) return false
  return notes.saidCount >= readHumanTurns(folder).length || client.speaks(notes.memory) === 'never'
}

/** What the client of a run knew last; null before it has spoken. */
export function readClientMemory(folder: string): JsonObject | null {
  return readNotes(folder)?.memory ?? null
}

function host(client: ProtocolClient, start: ClientStart, folder: string): ClientHost {
  const { ownEvents } = runFiles(folder)
  let notes = readNotes(folder) ?? begin(client, start)
  let isDirty = true
  let turns = readHumanTurns(folder)
  let turnsSize = sizeOf(ownEvents)

  function take({ memory, send }: ClientStep): void {
    notes = { ...notes, memory, outbox: notes.outbox + send }
    isDirty = true
  }

  function readTurns(): void {
    const size = sizeOf(ownEvents)
    if (size === turnsSize) return
    turnsSize = size
    turns = readHumanTurns(folder)
  }

  async function send(): Promise<void> {
    if (!isDirty) return
    writeClientNotes(folder, JSON.stringify(notes))
    const { outbox } = notes
    notes = { ...notes, outbox: '' }
    isDirty = false
    if (outbox === '') return
    await deliver(folder, outbox)
    writeClientNotes(folder, JSON.stringify(notes))
  }

  return {
    hear(line) {
      const isHistory = client.isHistory(line.text)
      const { heardBytes, repeated } = notes
      if (line.offset < heardBytes)
        return isHistory && repeated !== null && line.offset >= repeated.from && line.offset < repeated.to
      const isRepetition = isHistory && client.isToldAgain(notes.memory)
      const end = line.offset + line.bytes
      if (isRepetition) notes.repeated = { from: repeated?.from ?? line.offset, to: end }
      const step = client.hear(notes.memory, line.text)
      if (step) {
        take(step)
        notes.heardBytes = end
      }
      return isRepetition
    },

    async speak() {
      // The input is there once the harness is.
      if (readProcesses(folder) === null) return
      await send()
      readTurns()
      for (;;) {
        const turn = turns[notes.saidCount]
        if (!turn || client.speaks(notes.memory) !== 'now') return
        const { text, images } = wordsWithFiles(turn.words, turn.files, true)
        const step = client.say(notes.memory, text, images)
        // Written down as said before it is: a recorder that dies just then must not say it twice.
        notes = { ...notes, memory: step.memory, saidCount: notes.saidCount + 1 }
        writeClientNotes(folder, JSON.stringify(notes))
        await deliver(folder, step.send)
      }
    },

    get isDone() {
      return notes.saidCount >= turns.length || client.speaks(notes.memory) === 'never'
    },

    get isOver() {
      return client.speaks(notes.memory) === 'never'
    },
  }
}

function begin(client: ProtocolClient, start: ClientStart): Notes {
  const { memory, send } = client.begin(start)
  return { memory, heardBytes: 0, repeated: null, saidCount: 0, outbox: send }
}

/** A harness that has ended, or closed its input, hears nothing any more: its end says what came of it. */
async function deliver(folder: string, lines: string): Promise<void> {
  try {
    await writeInput(folder, lines)
  } catch (error) {
    if (!(error instanceof RecorderError)) throw error
  }
}

function readNotes(folder: string): Notes | null {
  const written = readClientNotes(folder)
  const notes = written === null ? null : obj(JSON.parse(written))
  if (!notes) return null
  const repeated = obj(notes.repeated)
  const [from, to] = [num(repeated?.from), num(repeated?.to)]
  return {
    memory: obj(notes.memory) ?? {},
    heardBytes: num(notes.heardBytes) ?? 0,
    repeated: from === null || to === null ? null : { from, to },
    saidCount: num(notes.saidCount) ?? 0,
    outbox: str(notes.outbox) ?? '',
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
