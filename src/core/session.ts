import { readCounters, sumOfCounters } from './counters.ts'
import type { NormalizedEvent } from './events.ts'
import { applyModel, applyUsage, createLedger, summarizeLedger } from './ledger.ts'
import { obj, str, text } from './read.ts'
import { applyBackground, closeBackground } from './session-background.ts'
import { applyCall, applyResult } from './session-calls.ts'
import type { ExitFacts, SessionMemory } from './session-memory.ts'
import { applyNotice, closeNeeds } from './session-needs.ts'
import { applyPlan } from './session-plan.ts'
import type { SessionState, SessionView } from './session-state.ts'
import { statusOf } from './session-status.ts'

/** Version of the fold's rules: a stored state of an older one is folded again. */
export const FOLD_VERSION = 1

/** What the fold must know of the protocol. */
export type FoldTraits = { interactive?: boolean; owesEnding?: boolean }

/** Which process an event or an exit belongs to; calls and plans are told apart by it. */
export type RunOfEvent = { run?: string }

/** An event as the fold takes it: with its time (ms), where it has one. */
export type FoldedEvent = NormalizedEvent & { ts?: number | null; run?: string }

/** The state of a task that has printed nothing yet. */
export function createSession(traits: FoldTraits = {}): SessionState {
  const ledger = createLedger()
  const memory: SessionMemory = {
    interactive: traits.interactive ?? false,
    owesEnding: traits.owesEnding ?? true,
    isTurnOpen: false,
    lastWord: null,
    lastError: null,
    liveRuns: {},
    exit: null,
    seenCalls: {},
    lastCallKey: null,
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
export function applyEvent(
  state: SessionState,
  event: FoldedEvent,
  { run = event.run }: RunOfEvent = {},
): SessionState {
  const { memory } = state
  const payload = obj(event.payload) ?? {}
  const runKey = run ?? ''
  memory.liveRuns[`run:${runKey}`] ??= true
  noteEvent(state, event, payload)
  if (event.type !== 'tool.call' && event.type !== 'plan') memory.lastCallKey = null
  switch (event.type) {
    case 'session.started':
      openTurn(state)
      applyStart(state, payload)
      break
    case 'session.title':
      applyTitle(state, payload)
      break
    case 'message':
    case 'thinking':
      openTurn(state)
      break
    case 'tool.call':
      openTurn(state)
      applyCall(state, payload, runKey, event.ts ?? null)
      break
    case 'tool.result':
      applyResult(state, payload, runKey, event.ts ?? null)
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
      applyEnd(state, payload)
      break
    default:
      applyNotice(state, payload, runKey)
  }
  state.status = statusOf(state)
  return state
}

/** Notes that a run's process lives though it has printed nothing yet. */
export function beginRun(state: SessionState, { run = '' }: RunOfEvent = {}): SessionState {
  state.memory.liveRuns[`run:${run}`] = true
  state.memory.exit = null
  state.status = statusOf(state)
  return state
}

/** Takes the end of a run's process into the state: its exit facts decide where no turn's end was stated. */
export function applyExit(state: SessionState, exit: ExitFacts, { run = '' }: RunOfEvent = {}): SessionState {
  state.memory.liveRuns[`run:${run}`] = false
  state.memory.exit = exit
  closeBackground(state, run)
  closeNeeds(state)
  state.status = statusOf(state)
  return state
}

/** The state after some events and, where it is known, the end of the process. */
export function foldSession(
  events: Iterable<FoldedEvent>,
  { traits, exit }: { traits?: FoldTraits; exit?: ExitFacts } = {},
): SessionState {
  const state = createSession(traits)
  let run: string | undefined
  for (const event of events) {
    run = event.run
    applyEvent(state, event)
  }
  return exit ? applyExit(state, exit, run === undefined ? {} : { run }) : state
}

/** The state without the fold's private memory: what is stored and served. */
export function viewOf(state: SessionState): SessionView {
  const { memory: _private, ...view } = state
  return view
}

function noteEvent(state: SessionState, event: FoldedEvent, payload: Record<string, unknown>): void {
  const { counts } = state
  counts.events++
  const known = typeof event.type === 'string' && /^[a-z.]{1,40}$/.test(event.type) ? event.type : 'raw'
  counts.byType[known] = (counts.byType[known] ?? 0) + 1
  if (known === 'raw' && !obj(payload.notice)) counts.hiddenRaw++
  if (typeof event.ts !== 'number') return
  state.startedAt ??= event.ts
  state.lastAt = Math.max(state.lastAt ?? event.ts, event.ts)
}

function openTurn(state: SessionState): void {
  if (state.memory.isTurnOpen) return
  state.memory.isTurnOpen = true
  state.turns++
}

function applyStart(state: SessionState, payload: Record<string, unknown>): void {
  state.harness = text(payload.harness) ?? state.harness
  state.harnessVersion = text(payload.harnessVersion) ?? state.harnessVersion
  state.cwd = text(payload.cwd) ?? state.cwd
  state.sessionId = text(payload.sessionId) ?? state.sessionId
  applyModel(state.memory.ledger, payload)
  refreshUsage(state)
}

function applyTitle(state: SessionState, payload: Record<string, unknown>): void {
  const title = text(payload.title)
  const origin = payload.origin === 'human' ? 'human' : 'agent'
  if (title === null || (state.titleOrigin === 'human' && origin === 'agent')) return
  state.title = title
  state.titleOrigin = origin
}

function applyUsageEvent(state: SessionState, payload: Record<string, unknown>, runKey: string): void {
  applyUsage(state.memory.ledger, payload, runKey)
  refreshUsage(state)
  // A statement of nothing may come from a process that found no session: its id is not one to resume.
  if (sumOfCounters(readCounters(payload)) > 0) state.sessionId = text(payload.sessionId) ?? state.sessionId
}

function refreshUsage(state: SessionState): void {
  state.usage = summarizeLedger(state.memory.ledger)
  state.model = state.usage.model
}

function applyEnd(state: SessionState, payload: Record<string, unknown>): void {
  const { memory } = state
  openTurn(state)
  memory.isTurnOpen = false
  const word = str(payload.status)
  memory.lastWord = word === 'succeeded' || word === 'failed' || word === 'interrupted' ? word : 'no-result'
  state.summary = text(payload.summary)
  state.reason = text(payload.reason) ?? (memory.lastWord === 'succeeded' ? null : memory.lastError)
  memory.lastError = null
  closeNeeds(state)
}
