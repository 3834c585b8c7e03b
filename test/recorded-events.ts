import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { TaskEventType } from '../src/core/events.ts'
import { detectProtocol, parseStreamLine } from '../src/dialects/registry.ts'
import { LAB_RECORDINGS, RECORDINGS, readRecordings } from './recordings.ts'

/** The events of a recording, each with a time of its own: a second after the one before. */
export type RecordedEvents = {
  name: string
  protocol: string
  lines: string[]
  events: { type: TaskEventType; payload: Record<string, unknown>; ts: number; run: string }[]
}

/** 2025-12-01 00:00:00 UTC */
export const RECORDED_FROM = 1_764_547_200_000

/** Every recording of the repository whose lines tell their protocol, of harnesses whose name holds a word. */
export function recordedEvents(word: string = ''): RecordedEvents[] {
  return [RECORDINGS, LAB_RECORDINGS].flatMap((root) =>
    readdirSync(root)
      .filter((harness) => harness.includes(word) && statSync(join(root, harness)).isDirectory())
      .flatMap((harness) => readRecordings(harness, root))
      .flatMap(({ harness, version, scenario, lines }) => {
        const protocol = detectProtocol(lines)
        if (protocol === null) return []
        const events = lines
          .flatMap((line) => parseStreamLine(protocol, line))
          .map(({ type, payload }, index) => ({ type, payload, ts: RECORDED_FROM + index * 1_000, run: 'r' }))
        return [{ name: `${harness} ${version} ${scenario}`, protocol, lines, events }]
      }),
  )
}
