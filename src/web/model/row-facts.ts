import type { ApiEvent } from '../api/types.ts'
import type { Row } from './row.ts'

/** Whether a row is a call that failed. */
export function hasFailed(row: Row): boolean {
  return row.kind === 'call' && row.result?.payload.isError === true
}

/** Whether two texts are of the same speaker in the same lane. */
export function isSameVoice(left: ApiEvent, right: ApiEvent): boolean {
  return left.payload.role === right.payload.role && left.payload.parentCallId === right.payload.parentCallId
}
