import type { Dialect } from '../../src/core/dialect.ts'
import type { JsonObject, JsonValue } from '../../src/core/events.ts'
import { obj } from '../../src/core/read.ts'
import type { Recording } from '../../test/recordings.ts'
import { AccessLog, ANY_KEY, childPath } from './access.ts'
import { KeyCensus } from './census.ts'

/** Of kinds that a dialect does not read, this many levels of keys are compared. */
const UNREAD_LEVELS = 2

/** Where something was seen, and how it looked. */
type Sighting = { scenarios: Set<string>; example: string }

/** The JSON types of a key, each with where it was seen. */
export type KeyShape = Map<string, Sighting>

/** What lines of one kind look like: key paths with their types; arrays are `[]`, keys that are data `*`. */
export type KindShape = Sighting & {
  kind: string
  isListed: boolean
  keys: Map<string, KeyShape>
}

type Line = { kind: string; line: JsonObject; scenario: string }

/** The shapes of the kinds in several sets of recordings, with one notion of what is opaque for all of them. */
export function shapesOf(
  dialect: Dialect,
  sets: readonly (readonly Recording[])[],
): Map<string, KindShape>[] {
  const linesOfSets = sets.map((recordings) => recordings.flatMap((recording) => linesOf(dialect, recording)))
  const log = new AccessLog()
  const census = new KeyCensus()
  for (const { kind, line } of linesOfSets.flat()) {
    log.watch(dialect, kind, line)
    census.count(kind, line)
  }
  return linesOfSets.map((lines) => {
    const shapes = new Map<string, KindShape>()
    for (const { kind, line, scenario } of lines) {
      const isListed = Object.hasOwn(dialect.kinds, kind)
      const rule = isListed ? dialect.kinds[kind] : undefined
      const shape = shapes.get(kind) ?? {
        kind,
        isListed,
        keys: new Map(),
        scenarios: new Set(),
        example: JSON.stringify(line),
      }
      shapes.set(kind, shape)
      shape.scenarios.add(scenario)
      const levels = rule && 'read' in rule ? 1 : UNREAD_LEVELS
      addKeys(shape, line, '', { log, census, levels, scenario })
    }
    return shapes
  })
}

function linesOf(dialect: Dialect, { lines, scenario }: Recording): Line[] {
  return lines.flatMap((text) => {
    const line = parseObject(text)
    const kind = line && dialect.kindOf(line)
    return line ? [{ kind: kind ?? 'no kind', line, scenario }] : []
  })
}

type Walk = { log: AccessLog; census: KeyCensus; levels: number; scenario: string }

function addKeys(shape: KindShape, value: JsonObject, path: string, walk: Walk): void {
  for (const [key, inner] of Object.entries(value)) addValue(shape, inner, childPath(path, key), walk)
}

function addValue(shape: KindShape, value: JsonValue, path: string, walk: Walk): void {
  const type = typeOf(value)
  const types = shape.keys.get(path) ?? new Map<string, Sighting>()
  shape.keys.set(path, types)
  const sighting = types.get(type) ?? { scenarios: new Set(), example: JSON.stringify(value) }
  types.set(type, sighting)
  sighting.scenarios.add(walk.scenario)
  if (Array.isArray(value)) {
    for (const entry of value) addValue(shape, entry, `${path}[]`, walk)
    return
  }
  const object = obj(value)
  if (!object) return
  if (walk.census.isOpen(shape.kind, path)) return
  const anyKey = childPath(path, ANY_KEY)
  if (depthOf(path) < walk.levels || walk.log.hasShape(shape.kind, path)) addKeys(shape, object, path, walk)
  else if (walk.log.hasShape(shape.kind, anyKey)) {
    for (const inner of Object.values(object)) addValue(shape, inner, anyKey, walk)
  }
}

function depthOf(path: string): number {
  return path.split('.').length
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function parseObject(text: string): JsonObject | null {
  try {
    return obj(JSON.parse(text))
  } catch {
    return null
  }
}
