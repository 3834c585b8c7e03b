import { backgroundEvent } from '../../core/build.ts'
import type { BackgroundTask, JsonObject, NormalizedEvent } from '../../core/events.ts'
import { arr, entryOf, obj, objects, str, text } from '../../core/read.ts'

const ENDINGS: Readonly<Record<string, NonNullable<BackgroundTask['status']>>> = {
  completed: 'completed',
  failed: 'failed',
  killed: 'stopped',
  stopped: 'stopped',
}

/** The whole set of running background work (2.1.332). */
export function readBackgroundSet(line: JsonObject): NormalizedEvent[] {
  const tasks = objects(line.tasks).map((task) => ({
    taskId: text(task.task_id),
    kind: text(task.task_type),
    description: str(task.description),
  }))
  return Array.isArray(line.tasks) && tasks.length === arr(line.tasks).length
    ? [{ type: 'session.background', payload: { tasks } }]
    : []
}

/**
 * Work that began in the background. The line is printed for foreground work too: 2.1.332 says which with
 * `is_backgrounded`; where that is missing (2.1.112, 2.1.200) the result of the call tells.
 */
export function readTaskStarted(line: JsonObject): NormalizedEvent[] {
  return change(line, 'running')
}

/** A change of one task: its end, or its move to the background; other patches stay a plain `raw`. */
export function readTaskUpdated(line: JsonObject): NormalizedEvent[] {
  const patch = obj(line.patch)
  const ending = entryOf(ENDINGS, patch?.status)
  if (ending) return change(line, ending)
  return patch?.is_backgrounded === true ? change(line, 'running') : []
}

/** The end of one task, with its summary. */
export function readTaskNotification(line: JsonObject): NormalizedEvent[] {
  const ending = entryOf(ENDINGS, line.status)
  return ending ? change(line, ending) : []
}

function change(line: JsonObject, status: NonNullable<BackgroundTask['status']>): NormalizedEvent[] {
  const taskId = text(line.task_id)
  if (taskId === null) return []
  const task = { taskId, kind: text(line.task_type), description: text(line.description) }
  return [backgroundEvent(task, status, text(line.tool_use_id))]
}
