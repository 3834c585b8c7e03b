import { count, str, text } from './read.ts'
import { noteFiles } from './session-files.ts'
import type { KnownCall } from './session-memory.ts'
import { closeNeedOfCall } from './session-needs.ts'
import { notePlanCall, undoPlan } from './session-plan.ts'
import type { OpenCall, SessionState, ToolUse } from './session-state.ts'
import { isToolKind, type ToolKind, toolKindOf } from './tool-kind.ts'

/** Bounds of the view: a state is read and sent whole. */
const MAX_OPEN_CALLS = 500
const MAX_TOOLS = 200
const MAX_NAME_LENGTH = 200

/** Takes a `tool.call` payload: a new call, one that replaces a call of the same id, or one that refines it. */
export function applyCall(
  state: SessionState,
  payload: Record<string, unknown>,
  run: string,
  ts: number | null,
): void {
  const callId = text(payload.callId)
  if (callId === null) return
  const key = keyOfCall(run, callId)
  const name = text(payload.name)?.slice(0, MAX_NAME_LENGTH) ?? null
  const known = state.memory.calls[key]
  // A late refinement of a call that has its result already tells nothing that is still open.
  const open = known
    ? findOpenCall(state, callId, run)
    : addCall(state, key, payload, { callId, name, run, ts })
  if (!open) return
  if (known) refine(state, open, known, name, payload)
  if (open.kind === 'plan') notePlanCall(state, key, run)
}

/** Takes a `tool.result` payload: closes its call, counts a failure, undoes a plan that did not come about. */
export function applyResult(
  state: SessionState,
  payload: Record<string, unknown>,
  run: string,
  ts: number | null,
): void {
  const callId = text(payload.callId)
  if (callId === null) return
  const key = keyOfCall(run, callId)
  const failed = payload.isError === true
  closeNeedOfCall(state, callId, run)
  undoPlan(state, key, run, failed)
  const call = findOpenCall(state, callId, run)
  if (!call) return
  state.openCalls.splice(state.openCalls.indexOf(call), 1)
  const use = toolUseOf(state, state.memory.calls[key]?.tool ?? 'unnamed', call.kind)
  if (!use) return
  if (failed) use.failures++
  use.totalMs +=
    count(payload.durationMs) ?? (ts !== null && call.ts !== null ? Math.max(0, ts - call.ts) : 0)
}

/** Ids are unique within a run only: some harnesses count from zero in every process. */
function keyOfCall(run: string, callId: string): string {
  return `call:${run}:${callId}`
}

/** From the end, where the latest calls are. */
function findOpenCall(state: SessionState, callId: string, run: string): OpenCall | undefined {
  return state.openCalls.findLast((call) => call.callId === callId && (call.run ?? '') === run)
}

function addCall(
  state: SessionState,
  key: string,
  payload: Record<string, unknown>,
  { callId, name, run, ts }: { callId: string; name: string | null; run: string; ts: number | null },
): OpenCall {
  const kind = kindOf(name, payload.kind)
  const call = { callId, run: run || null, name, kind, parentCallId: text(payload.parentCallId), ts }
  state.openCalls.push(call)
  if (state.openCalls.length > MAX_OPEN_CALLS) state.openCalls.shift()
  // ACP agents state a kind, and most of them no name.
  const tool = name ?? (kind === 'other' ? 'unnamed' : kind)
  state.memory.calls[key] = { tool, hasFiles: noteFiles(state, kind, str(payload.input)) }
  countUse(state, tool, kind, 1)
  return call
}

function refine(
  state: SessionState,
  open: OpenCall,
  known: KnownCall,
  name: string | null,
  payload: Record<string, unknown>,
): void {
  open.parentCallId = text(payload.parentCallId) ?? open.parentCallId
  if (name !== null && name !== open.name) {
    countUse(state, known.tool, open.kind, -1)
    open.name = name
    // A name that says nothing of its kind leaves the kind that was stated before.
    const kind = kindOf(name, payload.kind)
    if (kind !== 'other') open.kind = kind
    known.tool = name
    countUse(state, name, open.kind, 1)
  }
  // ACP agents announce a call with an empty input and send the real one later.
  known.hasFiles ||= noteFiles(state, open.kind, str(payload.input))
}

/** The kind that the harness states, where that says something; else that of the name. */
function kindOf(name: string | null, stated: unknown): ToolKind {
  return isToolKind(stated) && stated !== 'other' ? stated : toolKindOf(name)
}

function countUse(state: SessionState, name: string, kind: ToolKind, change: 1 | -1): void {
  const use = toolUseOf(state, name, kind)
  if (use) use.calls += change
}

function toolUseOf(state: SessionState, name: string, kind: ToolKind): ToolUse | null {
  const key = `tool:${name}`
  const index = state.memory.toolIndex[key]
  if (index !== undefined) return state.tools[index] ?? null
  if (state.tools.length >= MAX_TOOLS) return null
  const use = { name, kind, calls: 0, failures: 0, totalMs: 0 }
  state.memory.toolIndex[key] = state.tools.push(use) - 1
  return use
}
