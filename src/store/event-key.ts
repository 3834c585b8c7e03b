import { StoreError } from './errors.ts'

/** Room for so many events in a generation; 2^25 generations then fit into the integers that JavaScript keeps exact. */
const SEQS = 2 ** 28

/**
 * The key of an event: its generation, then its seq. A store gives each generation number once, whatever the task, so
 * the events of a task are neighbours in their order.
 */
export function eventKey(generation: number, seq: number): number {
  if (seq < SEQS) return generation * SEQS + seq
  throw new StoreError('store-failed', `A task has ${SEQS - 1} events and can hold no more. Start a new one.`)
}

/** The seq in a key. */
export function seqOfKey(key: number): number {
  return key % SEQS
}

/** The key of an event that a caller asks for, null where there can be no such event. */
export function findableKey(generation: number, seq: number): number | null {
  return Number.isInteger(seq) && seq > 0 && seq < SEQS ? eventKey(generation, seq) : null
}

/** The keys between two seqs of a generation, both exclusive. Bounds beyond the generation end at its ends. */
export function keysBetween(generation: number, since: number, before: number): { from: number; to: number } {
  const first = generation * SEQS
  return { from: first + Math.min(Math.max(since, 0), SEQS), to: first + Math.min(Math.max(before, 0), SEQS) }
}

/** Every key of a generation. */
export function keysOfGeneration(generation: number): { from: number; to: number } {
  return keysBetween(generation, 0, SEQS)
}
