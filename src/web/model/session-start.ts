import type { ApiEvent } from '../api/types.ts'

type Payload = ApiEvent['payload']

/**
 * What two starts say together; null when they are of two sessions. Harnesses say it again with each turn, or bit by bit:
 * one row of a session has all of it.
 */
export function joinStarts(before: Payload, after: Payload): Payload | null {
  const isSame = (key: string): boolean =>
    before[key] == null || after[key] == null || before[key] === after[key]
  if (!['sessionId', 'model', 'cwd'].every(isSame)) return null
  const stated = Object.entries(after).filter(([, value]) => value !== null)
  return { ...before, ...Object.fromEntries(stated) }
}
