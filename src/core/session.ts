import { type NormalizedEvent, TASK_EVENT_TYPES, type TaskEventType } from './events.ts'
import { createLedger, summarizeLedger } from './ledger.ts'
import { num, obj } from './read.ts'
import { applyBackground } from './session-background.ts'
import { applyCall, applyResult } from './session-calls.ts'
import { applyStart, applyTitle, applyUsageEvent } from './session-identity.ts'
import type { ExitFacts, SessionMemory } from './session-memory.ts'
import { applyNotice } from './session-needs.ts'
import { applyPlan } from './session-plan.ts'
import type { SessionState, SessionView } from './session-state.ts'
import { reasonOf, statusOf } from './session-status.ts'
import { endRun, endTurn, openTurn, startRun } from './session-turns.ts'

/** Version of the fold's rules: a stored state of an older one is folded again. */
export const FOLD_VERSION = 2

const EVENT_TYPES: ReadonlySet<unknown> = new Set(TASK_EVENT_TYPES)

/** What shows that a denied call did not end the run; calls made beside it do not. */
const GOES_ON: ReadonlySet<TaskEventType> = new Set(['session.started', 'message', 'thinking'])

/** What the fold must know of the protocol. */
export type FoldTraits = {
  /** Its name; the fold itself asks for nothing by it. */
  protocol?: string
  /** Stdin stays open for more turns; false unless said. */
  interactive?: boolean
  /** The harness states an end of its own; true unless said. */
  owesEnding?: boolean
}

/** Which process an event or an exit belongs to; calls and plans are told apart by it. */
export type RunOfEvent = { run?: string | null }

/** An event as the fold takes it: with its time (ms), where it has one. */
export type FoldedEvent = NormalizedEvent & { ts?: number | null; run?: string | null }

/** The state of a task that has printed nothing yet. */
export function createSession(traits: FoldTraits = {}): SessionState {
  const ledger = createLedger()
  const memory: SessionMemory = {
    interactive: traits.interactive ?? false,
    owesEnding: traits.owesEnding ?? true,
    isTurnOpen: false,
    turnRun: null,
    lastWord: null,
    endReason: null,
    lastError: null,
    lastErrorReason: null,
    isDenied: false,
    liveRuns: {},
    liveCount: 0,
    exit: null,
    calls: {},
    planCalls: {},
    plan: { keys: [], version: 0, undo: {} },
    backgroundRuns: [],
    endedTasks: {},
    toolIndex: {},
    fileIndex: {},
    ledger,
  }
  return {
    status: 'starting',
    summary: null,
    reason: null,
    sessionId: null,
    harness: null,
    harnessVersion: null,
    model: null,
    cwd: null,
    title: null,
    titleOrigin: null,
    plan: null,
    background: [],
    openCalls: [],
    needs: [],
    usage: summarizeLedger(ledger),
    turns: 0,
    startedAt: null,
    lastAt: null,
    counts: { events: 0, byType: {}, hiddenRaw: 0 },
    files: [],
    tools: [],
    memory,
  }
}

/**
 * Takes one event into the state, in constant time; changes the state and gives it back. Never throws: a payload key
 * of a wrong type counts as null, an unknown type as `raw`.
 */
export function applyEvent(state: SessionState, event: FoldedEvent, { run }: RunOfEvent = {}): SessionState {
  const payload = obj(event.payload) ?? {}
  const runKey = run ?? event.run ?? ''
  const ts = num(event.ts)
  startRun(state, runKey)
  const type = isEventType(event.type) ? event.type : 'raw'
  noteEvent(state, type, payload, ts)
  if (GOES_ON.has(type)) state.memory.isDenied = false
  switch (type) {
    case 'session.started':
      openTurn(state, runKey)
      applyStart(state, payload, runKey)
      break
    case 'session.title':
      applyTitle(state, payload)
      break
    case 'message':
    case 'thinking':
      openTurn(state, runKey)
      break
    case 'tool.call':
      openTurn(state, runKey)
      applyCall(state, payload, runKey, ts)
      break
    case 'tool.result':
      applyResult(state, payload, runKey, ts)
      break
    case 'plan':
      applyPlan(state, payload, runKey)
      break
    case 'usage':
      applyUsageEvent(state, payload, runKey)
      break
    case 'session.background':
      applyBackground(state, payload, runKey)
      break
    case 'session.ended':
      endTurn(state, payload, runKey)
      break
    case 'raw':
      applyNotice(state, payload, runKey)
      break
  }
  return refreshStatus(state)
}

/**
 * Notes that a run's process lives though it has printed nothing yet; changes the state and gives it back. A run that
 * is known already is not started again.
 */
export function beginRun(state: SessionState, { run }: RunOfEvent = {}): SessionState {
  startRun(state, run ?? '')
  return refreshStatus(state)
}

/**
 * Takes the end of a run's process into the state: its exit facts decide where the run stated no end of its own.
 * Changes the state and gives it back.
 */
export function applyExit(state: SessionState, exit: ExitFacts, { run }: RunOfEvent = {}): SessionState {
  endRun(state, exit, run ?? '')
  return refreshStatus(state)
}

/** The state after some events and, where it is known, the end of the process (of the last one, where events name several). */
export function foldSession(
  events: Iterable<FoldedEvent>,
  { traits, exit }: { traits?: FoldTraits; exit?: ExitFacts } = {},
): SessionState {
  const state = createSession(traits)
  const runs = new Set<string>()
  let last = ''
  for (const event of events) {
    last = event.run ?? ''
    if (exit) runs.add(last)
    applyEvent(state, event)
  }
  if (!exit) return state
  runs.delete(last)
  for (const run of runs) applyExit(state, exit, { run })
  return applyExit(state, exit, { run: last })
}

/**
 * The state without the fold's private memory: what is stored and served. It shares its lists with the state, so copy
 * or serialise it before the next event.
 */
export function viewOf(state: SessionState): SessionView {
  const { memory: _private, ...view } = state
  return view
}

function noteEvent(
  state: SessionState,
  type: TaskEventType,
  payload: Record<string, unknown>,
  ts: number | null,
): void {
  const { counts } = state
  counts.events++
  counts.byType[type] = (counts.byType[type] ?? 0) + 1
  if (type === 'raw' && !obj(payload.notice)) counts.hiddenRaw++
  if (ts === null) return
  state.startedAt ??= ts
  state.lastAt = Math.max(state.lastAt ?? ts, ts)
}

function refreshStatus(state: SessionState): SessionState {
  state.status = statusOf(state)
  state.reason = reasonOf(state)
  return state
}

function isEventType(type: unknown): type is TaskEventType {
  return EVENT_TYPES.has(type)
}
