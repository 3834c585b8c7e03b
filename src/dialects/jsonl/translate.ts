import { type KindRule, mapped } from '../../core/dialect.ts'
import {
  type JsonObject,
  type NormalizedEvent,
  TASK_EVENT_TYPES,
  type TaskEventType,
} from '../../core/events.ts'

/** One rule per event type: the type is lifted out, every other key becomes the payload, unchanged. */
export const kinds: Readonly<Record<string, KindRule>> = Object.fromEntries(
  TASK_EVENT_TYPES.map((type) => [type, mapped((line) => [liftType(type, line)])]),
)

function liftType(type: TaskEventType, line: JsonObject): NormalizedEvent {
  const { type: _lifted, ...payload } = line
  return { type, payload }
}
