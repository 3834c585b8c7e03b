import type { NormalizedEvent } from './events.ts'

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
    else if (event.payload.text === last.payload.text) joined[joined.length - 1] = event
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

function append<T extends NormalizedEvent>(left: T, right: T): T {
  const text = `${left.payload.text ?? ''}${right.payload.text ?? ''}`
  const truncated = left.payload.truncated === true || right.payload.truncated === true
  return { ...left, payload: { ...left.payload, text, truncated } }
}
