import type { JsonObject } from '../../core/events.ts'
import { objects, str } from '../../core/read.ts'

/** Ways to log in that state no variables but read one: gemini 0.61.0. */
const VARIABLE_OF_METHOD: ReadonlyMap<string, string> = new Map([['gemini-api-key', 'GEMINI_API_KEY']])

/** The way to log in for which the harness's environment has all keys; null for none: a person would have to act. */
export function chooseLogin(agent: JsonObject, keyNames: readonly string[]): string | null {
  for (const method of objects(agent.authMethods)) {
    const id = str(method.id)
    const stated = objects(method.vars).map(({ name }) => str(name))
    const needed = stated.length > 0 ? stated : [VARIABLE_OF_METHOD.get(id ?? '') ?? null]
    if (id !== null && needed.every((name) => name !== null && keyNames.includes(name))) return id
  }
  return null
}
