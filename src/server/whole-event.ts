import type { JsonValue } from '../core/events.ts'
import { isAgentProtocol, parseStreamLine } from '../dialects/registry.ts'
import type { Store, StoredEvent } from '../store/store.ts'

/**
 * The event with nothing clipped, translated again from its stored line. What cannot be had again comes as it is stored: an
 * event of the platform, one whose line today's dialect reads otherwise, and fragments that were joined when stored.
 */
export async function readWholeEvent(
  store: Store,
  taskId: string,
  event: StoredEvent,
  generation: number,
): Promise<StoredEvent> {
  const { payload } = event
  if (payload.delta === true && payload.truncated !== true) return event
  const found = await store.getEventLine(taskId, event.seq, generation)
  const run = found && (await store.getRun(found.line.runId))
  if (!found || !run || !isAgentProtocol(run.protocol)) return event
  const { stored, cut } = found.line
  const line = typeof stored === 'string' ? stored : new TextDecoder().decode(stored)
  const whole = parseStreamLine(run.protocol, line, { clip: Number.POSITIVE_INFINITY })[found.index]
  if (!whole || whole.type !== event.type) return event
  // A line that was too long to keep ends early, so its text does too.
  if (cut && 'truncated' in whole.payload) whole.payload.truncated = true
  return { ...event, payload: whole.payload as Record<string, JsonValue> }
}
