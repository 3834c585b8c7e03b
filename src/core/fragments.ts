import type { NormalizedEvent } from './events.ts'
import { num, str } from './read.ts'

/**
 * The events with consecutive fragments joined: neighbours of one type, role and parent that are marked `delta` become
 * one event, and a whole one that equals the fragments just before it takes their place. The events handed in stay as
 * they are.
 */
export function joinFragments<T extends NormalizedEvent>(events: readonly T[]): T[] {
  const joined: T[] = []
  for (const event of events) {
    const last = joined.at(-1)
    if (!last || !isText(event) || !isFragment(last) || !belongsTogether(last, event)) joined.push(event)
    else if (isFragment(event)) joined[joined.length - 1] = append(last, event)
    else if (isRepeated(last, event)) joined[joined.length - 1] = event
    else joined.push(event)
  }
  return joined
}

function isText(event: NormalizedEvent): boolean {
  return event.type === 'message' || event.type === 'thinking'
}

function isFragment(event: NormalizedEvent): boolean {
  return isText(event) && event.payload.delta === true
}

function belongsTogether(left: NormalizedEvent, right: NormalizedEvent): boolean {
  return (
    left.type === right.type &&
    left.payload.role === right.payload.role &&
    left.payload.parentCallId === right.payload.parentCallId
  )
}

/** A whole text may be clipped where its fragments, each shorter than the limit, are not. */
function isRepeated(fragments: NormalizedEvent, { payload }: NormalizedEvent): boolean {
  const pieces = textOf(fragments)
  const whole = str(payload.text) ?? ''
  if (payload.truncated !== true) return pieces === whole
  return payload.originalLength === lengthOf(fragments) && pieces.startsWith(whole)
}

function append<T extends NormalizedEvent>(left: T, right: T): T {
  const text = textOf(left) + textOf(right)
  const truncated = left.payload.truncated === true || right.payload.truncated === true
  const cut = truncated ? { originalLength: lengthOf(left) + lengthOf(right) } : {}
  return { ...left, payload: { ...left.payload, text, truncated, ...cut } }
}

function textOf({ payload }: NormalizedEvent): string {
  return str(payload.text) ?? ''
}

function lengthOf(event: NormalizedEvent): number {
  return num(event.payload.originalLength) ?? textOf(event).length
}
