import { backgroundEvent, noticeEvent } from '../../core/build.ts'
import type { JsonObject, NormalizedEvent } from '../../core/events.ts'
import { num, obj, text } from '../../core/read.ts'

/** `system.notification` of a shell or an agent that has ended: a turn that nobody asked for follows. */
export function readBackgroundEnd(line: JsonObject): NormalizedEvent[] {
  const kind = obj(obj(line.data)?.kind)
  const shell = text(kind?.shellId)
  const taskId = shell ?? text(kind?.agentId)
  if (taskId === null) return []
  const exitCode = num(kind?.exitCode)
  const failed = (exitCode !== null && exitCode !== 0) || kind?.status === 'failed'
  const task = { taskId, kind: shell === null ? 'agent' : 'shell', description: text(kind?.description) }
  return [backgroundEvent(task, failed ? 'failed' : 'completed', null)]
}

/** Any other `system.notification`: words for the model that a person may want to see. */
export function readNotification(line: JsonObject, clip: number): NormalizedEvent[] {
  const words = text(obj(line.data)?.content)
  return noticeEvent(line, clip, 'info', words ?? 'A notification of the system')
}

/** `subagent.started` of an agent that does not hold up its call. */
export function readAgentStart(line: JsonObject): NormalizedEvent[] {
  const data = obj(line.data)
  const taskId = text(line.agentId)
  if (taskId === null) return []
  const description = text(data?.agentDescription) ?? text(data?.agentDisplayName)
  return [backgroundEvent({ taskId, kind: 'agent', description }, 'running', text(data?.toolCallId))]
}
