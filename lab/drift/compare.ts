import { dialectOf } from '../../src/dialects/registry.ts'
import { factsOf } from '../../test/conformance/facts-of.ts'
import type { Recording } from '../../test/recordings.ts'
import type { Change } from './change.ts'
import { compareEvents } from './compare-events.ts'
import { compareReading } from './compare-reading.ts'
import { compareShapes } from './compare-shapes.ts'
import { shapesOf } from './shape.ts'

/** What has changed, and over how many scenarios events, and what is gone, could be compared. */
export type Comparison = { changes: Change[]; scenariosInBoth: number }

/**
 * What has changed between two sets of recordings of one harness, as far as one dialect reads them: recordings that
 * another dialect reads (the same harness over ACP) are left out of `before`. Throws a `RangeError` when nobody reads `now`.
 */
export function compareRecordings(before: readonly Recording[], now: readonly Recording[]): Comparison {
  const [protocol] = now.flatMap((recording) => protocolOf(recording) ?? [])
  if (protocol === undefined) throw new RangeError('No dialect reads the new recordings.')
  const dialect = dialectOf(protocol)
  const isRead = (recording: Recording): boolean => {
    const own = protocolOf(recording)
    return own !== null && dialectOf(own) === dialect
  }
  const [old, fresh] = [before.filter(isRead), now.filter(isRead)]
  const pairs = fresh.flatMap((recording) => {
    // A scenario of the lab and one of another recorder may have the same name and another script.
    const same = old.find(
      ({ scenario, lab }) => scenario === recording.scenario && (lab === null) === (recording.lab === null),
    )
    return same ? [[same, recording] as const] : []
  })
  const both = new Set(pairs.map(([{ scenario }]) => scenario))
  const [shapesBefore = new Map(), shapesNow = new Map()] = shapesOf(dialect, [old, fresh])
  const changes = [
    ...compareReading(old, fresh),
    ...compareShapes(shapesBefore, shapesNow, both),
    ...compareEvents(pairs),
  ]
  return { changes, scenariosInBoth: pairs.length }
}

function protocolOf(recording: Recording): string | null {
  return factsOf(recording)?.protocolOf(recording) ?? null
}
