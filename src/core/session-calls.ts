import { str, text } from './read.ts'
import { closeNeedOfCall } from './session-needs.ts'
import { undoPlan } from './session-plan.ts'
import type { OpenCall, SessionState, ToolUse } from './session-state.ts'
import { type ToolKind, toolKindOf } from './tool-kind.ts'

/** Bounds of the view: a state is read and sent whole. */
const MAX_OPEN_CALLS = 500
const MAX_FILES = 1_000
const MAX_TOOLS = 200

/** How tools name the file that they work on. The input may be clipped, so its text is searched. */
const FILE_KEY =
  /"(?:file_path|filePath|path|absolute_path|notebook_path|target_file|file)"\s*:\s*("(?:[^"\\]|\\.){1,4096}")/

/** The key of a call: ids are unique within a run only (some harnesses count from zero in every process). */
export function keyOfCall(run: string, callId: string): string {
  return `call:${run}:${callId}`
}

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
  const name = text(payload.name)
  state.memory.lastCallKey = key
  const open = state.openCalls.find((call) => call.callId === callId && (call.run ?? '') === run)
  if (open) {
    if (name !== null && name !== open.name) rename(open, name, text(payload.kind))
    open.parentCallId = text(payload.parentCallId) ?? open.parentCallId
    return
  }
  // A late refinement of a call that has its result already tells nothing that is still open.
  if (state.memory.seenCalls[key]) return
  state.memory.seenCalls[key] = true
  const kind = (text(payload.kind) as ToolKind | null) ?? toolKindOf(name)
  state.openCalls.push({ callId, run: run || null, name, kind, parentCallId: text(payload.parentCallId), ts })
  if (state.openCalls.length > MAX_OPEN_CALLS) state.openCalls.shift()
  const use = toolUseOf(state, name ?? 'unnamed', kind)
  if (use) use.calls++
  noteFile(state, kind, str(payload.input))
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
  closeNeedOfCall(state, callId, run)
  const failed = payload.isError === true
  undoPlan(state, keyOfCall(run, callId), failed)
  const at = state.openCalls.findIndex((call) => call.callId === callId && (call.run ?? '') === run)
  const call = state.openCalls[at]
  if (!call) return
  state.openCalls.splice(at, 1)
  const use = toolUseOf(state, call.name ?? 'unnamed', call.kind)
  if (!use) return
  if (failed) use.failures++
  if (ts !== null && call.ts !== null) use.totalMs += Math.max(0, ts - call.ts)
}

function rename(call: OpenCall, name: string, kind: string | null): void {
  call.name = name
  call.kind = (kind as ToolKind | null) ?? toolKindOf(name)
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

function noteFile(state: SessionState, kind: ToolKind, input: string | null): void {
  if (input === null || (kind !== 'read' && kind !== 'edit' && kind !== 'delete' && kind !== 'move')) return
  const path = pathIn(input)
  if (path === null) return
  const key = `file:${path}`
  let index = state.memory.fileIndex[key]
  if (index === undefined) {
    if (state.files.length >= MAX_FILES) return
    index = state.files.push({ path, reads: 0, edits: 0 }) - 1
    state.memory.fileIndex[key] = index
  }
  const file = state.files[index]
  if (file && kind === 'read') file.reads++
  else if (file) file.edits++
}

function pathIn(input: string): string | null {
  const literal = FILE_KEY.exec(input)?.[1]
  if (literal === undefined) return null
  try {
    return text(JSON.parse(literal))
  } catch {
    return null
  }
}
