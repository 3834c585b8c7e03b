import { backgroundEvent, toolCallEvent, toolResultEvent } from '../../core/build.ts'
import type { BackgroundTask, JsonObject, NormalizedEvent } from '../../core/events.ts'
import { entryOf, text } from '../../core/read.ts'
import { said } from './calls.ts'

const STATUSES: Readonly<Record<string, NonNullable<BackgroundTask['status']>>> = {
  started: 'running',
  interacted: 'running',
  completed: 'completed',
  interrupted: 'stopped',
}

/**
 * `subAgentActivity` (0.171.0, multi-agent v2): an agent began, was spoken to, or ended. It works beside the turn that
 * called it; the item of its start has the id of the call, which no other line tells of.
 */
export function readAgentActivity(item: JsonObject, clip: number): NormalizedEvent[] {
  const { kind } = item
  const status = entryOf(STATUSES, kind)
  const taskId = text(item.agentThreadId)
  if (status === null || taskId === null) return []
  const description = text(item.agentPath)
  const callId = kind === 'started' ? text(item.id) : null
  const background = backgroundEvent({ taskId, kind: 'agent', description }, status, callId)
  if (callId === null) return [background]
  const input = said({ agent: description, model: item.model, receivers: [taskId] })
  return [
    toolCallEvent(callId, 'spawn_agent', input, clip),
    toolResultEvent(callId, null, null, clip),
    background,
  ]
}
