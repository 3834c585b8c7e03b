import type { ClientStart } from '../../core/dialect.ts'
import type { JsonObject } from '../../core/events.ts'
import { num, obj, str } from '../../core/read.ts'

/** What the client waits for; `failed` is for good. */
export type ClientPhase =
  | 'initialize'
  | 'authenticate'
  | 'new'
  | 'resume'
  | 'load'
  | 'ready'
  | 'prompt'
  | 'failed'

const PHASES: ReadonlySet<unknown> = new Set<ClientPhase>([
  'initialize',
  'authenticate',
  'new',
  'resume',
  'load',
  'ready',
  'prompt',
  'failed',
])

/** What the client knows of its conversation. */
export type ClientMemory = {
  phase: ClientPhase
  /** The number of the last request, whose answer is waited for. */
  lastId: number
  start: ClientStart
  /** The agent's answer to `initialize`: what it can do, and how one logs in. */
  agent: JsonObject
  /** Null until the agent has named it. */
  sessionId: string | null
  isLoggedIn: boolean
}

/** Memory that was written down by some process. */
export function readMemory(written: JsonObject): ClientMemory {
  const start = obj(written.start) ?? {}
  return {
    phase: PHASES.has(written.phase) ? (written.phase as ClientPhase) : 'failed',
    lastId: num(written.lastId) ?? 0,
    start: {
      cwd: str(start.cwd) ?? '/',
      sessionId: str(start.sessionId),
      authMethod: str(start.authMethod),
      keyNames: Array.isArray(start.keyNames) ? start.keyNames.map(String) : [],
    },
    agent: obj(written.agent) ?? {},
    sessionId: str(written.sessionId),
    isLoggedIn: written.isLoggedIn === true,
  }
}
