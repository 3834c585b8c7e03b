import type { JsonValue } from './events.ts'
import { forgetContext, summarizeLedger } from './ledger.ts'
import { obj, str, text } from './read.ts'
import type { SessionState } from './session-state.ts'

/** More open requests than a person could answer; the oldest give way. */
const MAX_NEEDS = 100
const MAX_TEXT_LENGTH = 2_000

/** Takes a `raw` payload: what its notice says about the context, errors, and requests to the human. */
export function applyNotice(state: SessionState, payload: Record<string, unknown>, run: string): void {
  const notice = obj(payload.notice)
  if (!notice) return
  switch (notice.kind) {
    case 'compaction':
    case 'reset':
      forgetContext(state.memory.ledger)
      state.usage = summarizeLedger(state.memory.ledger)
      break
    case 'denied':
      state.memory.isDenied = true
      break
    case 'error':
      state.memory.lastError = text(notice.text)?.slice(0, MAX_TEXT_LENGTH) ?? state.memory.lastError
      state.memory.lastErrorReason = text(notice.reason)
      break
    case 'permission':
    case 'question':
      applyRequest(state, notice, notice.kind, run)
      break
  }
}

/** Closes what a call's permission or question left open: its result shows that it was answered. */
export function closeNeedOfCall(state: SessionState, callId: string, run: string): void {
  if (state.needs.length === 0) return
  state.needs = state.needs.filter((need) => need.callId !== callId || (need.run ?? '') !== run)
}

/** Closes every request of a run: the turn or the process that asked is over. */
export function closeNeeds(state: SessionState, run: string): void {
  if (state.needs.length > 0) state.needs = state.needs.filter((need) => (need.run ?? '') !== run)
}

function applyRequest(
  state: SessionState,
  notice: Record<string, JsonValue>,
  kind: 'permission' | 'question',
  run: string,
): void {
  const requestId = text(notice.requestId)
  if (requestId === null) return
  const others = state.needs.filter((need) => need.requestId !== requestId || (need.run ?? '') !== run)
  if (notice.state === 'answered' || notice.state === 'withdrawn') state.needs = others
  if (notice.state !== 'open') return
  others.push({
    kind,
    requestId,
    run: run || null,
    callId: text(notice.callId),
    tool: text(notice.tool),
    text: str(notice.text)?.slice(0, MAX_TEXT_LENGTH) ?? '',
    input: notice.input ?? null,
    options: notice.options ?? null,
  })
  state.needs = others.slice(-MAX_NEEDS)
}
