import type { JsonObject } from '../../src/core/events.ts'
import { obj } from '../../src/core/read.ts'
import { childPath } from './access.ts'

/** From this many different keys on, an object may be one whose keys depend on what it is about. */
const MANY_KEYS = 20
/** … and it is, when a single one has less than this part of them. */
const SMALL_PART = 1 / 3

/**
 * Counts the keys of objects by their path, to tell objects of one shape from places where many shapes are put, as the
 * results of all tools under one key: there, a new key is nothing new about the harness.
 */
export class KeyCensus {
  readonly #counts = new Map<string, { objects: number; keys: number; names: Set<string> }>()

  /** Counts the keys of a line of a kind, and of everything in it. */
  count(kind: string, line: JsonObject): void {
    this.#countIn(line, `${kind} `)
  }

  /** Whether objects at a path differ so much that their keys are not compared. */
  isOpen(kind: string, path: string): boolean {
    const counted = this.#counts.get(`${kind} ${path}`)
    if (!counted || counted.names.size < MANY_KEYS) return false
    return counted.keys / counted.objects < counted.names.size * SMALL_PART
  }

  #countIn(value: unknown, path: string): void {
    if (Array.isArray(value)) {
      for (const entry of value) this.#countIn(entry, `${path}[]`)
      return
    }
    const object = obj(value)
    if (!object) return
    const counted = this.#counts.get(path) ?? { objects: 0, keys: 0, names: new Set<string>() }
    this.#counts.set(path, counted)
    counted.objects++
    for (const [key, inner] of Object.entries(object)) {
      counted.keys++
      counted.names.add(key)
      this.#countIn(inner, childPath(path, key))
    }
  }
}
