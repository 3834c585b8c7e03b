import type { ApiEvent } from '../api/types.ts'

/** Whether two texts are of one author: of one role, and of the same agent. */
export function isSameVoice(left: ApiEvent, right: ApiEvent): boolean {
  return left.payload.role === right.payload.role && left.payload.parentCallId === right.payload.parentCallId
}
