import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readRecordings } from '../../../test/recordings.ts'
import { foldSession, parseStreamLine } from '../../index.ts'
import { validateEvent } from '../../schema/index.ts'
import { kindOf, kinds } from './translate.ts'

type Holder = Record<string, unknown>

/** A recorded line of each kind, and for the kinds that were never recorded a line with nothing in it. */
function sampleLines(): string[] {
  const byKind = new Map<string, string>()
  for (const { lines } of readRecordings('codex'))
    for (const line of lines) if (line.startsWith('{')) byKind.set(kindOf(JSON.parse(line)) ?? '', line)
  for (const kind of Object.keys(kinds)) {
    if (byKind.has(kind)) continue
    const [, phase, type] = /^(item\/(?:started|completed))\/(.+)$/.exec(kind) ?? []
    const message = /^msg\/([^/]+)$/.exec(kind)?.[1]
    const params = {
      item: { type, id: 'c', content: [], summary: [], output: [], kind: 'started' },
      run: {},
      thread: {},
    }
    const line = message ? { id: '0', msg: { type: message } } : { method: phase ?? kind, id: 1, params }
    byKind.set(kind, JSON.stringify(line))
  }
  return [...byKind.values()]
}

function slotsOf(value: unknown): { holder: Holder; key: string }[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Holder
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...slotsOf(holder[key])])
}

it('whatever a changed Codex prints, events are valid and the fold takes them', () => {
  const samples = sampleLines()
  expect(samples.length).toBeGreaterThan(150)
  const changes = fc.array(fc.tuple(fc.nat(), fc.jsonValue({ maxDepth: 3 })), { maxLength: 4 })
  fc.assert(
    fc.property(fc.constantFrom(...samples), changes, (line, replacements) => {
      const value = JSON.parse(line)
      for (const [place, replacement] of replacements) {
        const slots = slotsOf(value)
        const slot = slots[place % slots.length]
        if (slot) slot.holder[slot.key] = replacement
      }
      const events = parseStreamLine('codex-json', JSON.stringify(value))
      for (const event of events) expect(validateEvent(event), line).toEqual([])
      foldSession(events, { protocol: 'codex-json' })
    }),
    { numRuns: 6_000 },
  )
})
