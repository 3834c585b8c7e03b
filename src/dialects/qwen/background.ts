import { backgroundEvent } from '../../core/build.ts'
import type { BackgroundTask, JsonObject, NormalizedEvent } from '../../core/events.ts'
import { entryOf, obj, text } from '../../core/read.ts'

const ENDINGS: Readonly<Record<string, NonNullable<BackgroundTask['status']>>> = {
  completed: 'completed',
  failed: 'failed',
  cancelled: 'stopped',
  stopped: 'stopped',
}

/** `system/task_started` (0.24.4): an agent that runs beside the turn, which is how the `agent` tool works by default. */
export function readTaskStarted(line: JsonObject): NormalizedEvent[] {
  return change(obj(line.data), 'running')
}

/** `system/task_notification`: its end; what came of it is told in a turn that nobody asked for. */
export function readTaskEnd(line: JsonObject): NormalizedEvent[] {
  const data = obj(line.data)
  const status = entryOf(ENDINGS, data?.status)
  return status ? change(data, status) : []
}

function change(data: JsonObject | null, status: NonNullable<BackgroundTask['status']>): NormalizedEvent[] {
  const taskId = text(data?.task_id)
  if (taskId === null) return []
  const task = { taskId, kind: text(data?.subagent_type), description: text(data?.description) }
  return [backgroundEvent(task, status, text(data?.tool_use_id))]
}
