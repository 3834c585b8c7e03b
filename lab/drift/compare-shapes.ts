import type { Change } from './change.ts'
import type { KindShape } from './shape.ts'

type Shapes = ReadonlyMap<string, KindShape>

/**
 * Kinds, keys and types that are new, and those that are gone: of the scenarios that both sides have, since others say
 * nothing about what is no longer printed.
 */
export function compareShapes(before: Shapes, now: Shapes, both: ReadonlySet<string>): Change[] {
  return [...newParts(before, now), ...goneParts(before, now, both)]
}

function newParts(before: Shapes, now: Shapes): Change[] {
  return [...now.values()].flatMap(({ kind, isListed, keys, scenarios, example }) => {
    const known = before.get(kind)
    const whole = { kind, key: '', scenarios: [...scenarios], example }
    if (!isListed) return [{ ...whole, what: 'kind not listed' as const, isFailure: !known }]
    if (!known) return [{ ...whole, what: 'new kind' as const, isFailure: false }]
    return [...keys].flatMap(([path, types]) => {
      const knownTypes = known.keys.get(path)
      return [...types].flatMap(([type, seen]): Change[] => {
        if (knownTypes?.has(type)) return []
        // What is inside of something new is told with it.
        if (!knownTypes && !hasKnownParent(path, known)) return []
        const what = knownTypes ? 'new type' : 'new key'
        const key = `${path}: ${type}`
        return [{ what, kind, key, scenarios: [...seen.scenarios], example: seen.example, isFailure: false }]
      })
    })
  })
}

function goneParts(before: Shapes, now: Shapes, both: ReadonlySet<string>): Change[] {
  return [...before.values()].flatMap(({ kind, keys, scenarios, example }): Change[] => {
    const shared = [...scenarios].filter((scenario) => both.has(scenario))
    if (shared.length === 0) return []
    const left = now.get(kind)
    if (!left) return [{ what: 'kind gone', kind, key: '', scenarios: shared, example, isFailure: false }]
    return [...keys].flatMap(([path, types]): Change[] => {
      if (left.keys.has(path) || !hasKnownParent(path, left)) return []
      const sightings = [...types.values()]
      const seen = [...new Set(sightings.flatMap((sighting) => [...sighting.scenarios]))]
      const sharedHere = seen.filter((scenario) => both.has(scenario) && left.scenarios.has(scenario))
      if (sharedHere.length === 0) return []
      const [first] = sightings
      return [
        {
          what: 'key gone',
          kind,
          key: path,
          scenarios: sharedHere,
          example: first?.example ?? '',
          isFailure: false,
        },
      ]
    })
  })
}

function hasKnownParent(path: string, { keys }: KindShape): boolean {
  const parent = path.replace(/(\[\]|(^|\.)[^.[]*)$/, '')
  return parent === '' || keys.has(parent)
}
