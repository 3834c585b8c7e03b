import type { Dialect } from '../../src/core/dialect.ts'
import type { JsonObject } from '../../src/core/events.ts'

/** How a dialect used the objects at one path of a kind of line. */
type Use = 'by name' | 'as a whole'

/** What stands for any key of an object whose keys are data. */
export const ANY_KEY = '*'

/**
 * Watches which parts of its lines a dialect reads: an object of which it asks keys by name has a shape; one whose keys
 * it lists first (to print it as text, or because they are data, like names of models) is free JSON or an open map.
 */
export class AccessLog {
  readonly #uses = new Map<string, Set<Use>>()

  /** Has the dialect read a line, and remembers what it touched. */
  watch(dialect: Dialect, kind: string, line: JsonObject): void {
    const rule = dialect.kinds[kind]
    if (!rule || !('read' in rule)) return
    try {
      rule.read(this.#wrap(line, `${kind} `, null) as JsonObject, Number.POSITIVE_INFINITY)
    } catch {
      // A reader that cannot bear a line is found by the check of the recording.
    }
  }

  /** Whether the keys at a path are the wire's own, known to the dialect by their names. */
  hasShape(kind: string, path: string): boolean {
    const uses = this.#uses.get(`${kind} ${path}`)
    return uses?.has('by name') === true && !uses.has('as a whole')
  }

  #wrap(value: unknown, path: string, parent: { isMap: boolean } | null): unknown {
    if (typeof value !== 'object' || value === null) return value
    const state = { isMap: false, isUsed: parent === null }
    const note = (use: Use): void => {
      if (state.isUsed) return
      state.isUsed = true
      state.isMap = use === 'as a whole'
      const uses = this.#uses.get(path) ?? new Set()
      this.#uses.set(path, uses.add(use))
    }
    const isArray = Array.isArray(value)
    return new Proxy(value, {
      get: (target, key) => {
        const inner = Reflect.get(target, key)
        if (typeof key === 'symbol' || key === 'toJSON') return inner
        if (isArray) return /^\d+$/.test(key) ? this.#wrap(inner, `${path}[]`, state) : inner
        note('by name')
        return this.#wrap(inner, childPath(path, state.isMap ? ANY_KEY : key), state)
      },
      has: (target, key) => {
        if (!isArray) note('by name')
        return Reflect.has(target, key)
      },
      ownKeys: (target) => {
        if (!isArray) note('as a whole')
        return Reflect.ownKeys(target)
      },
    })
  }
}

/** The path of a key in an object. */
export function childPath(path: string, key: string): string {
  return path === '' || path.endsWith(' ') ? `${path}${key}` : `${path}.${key}`
}
