import type { BackgroundTask } from './events.ts'
import { objects, str, text } from './read.ts'
import type { SessionState } from './session-state.ts'

/** More than this many running tasks are not listed. */
const MAX_TASKS = 500

/** Takes a `session.background` payload: the whole set of a run, or changes of single tasks. */
export function applyBackground(state: SessionState, payload: Record<string, unknown>, run: string): void {
  const tasks = objects(payload.tasks).map(readTask)
  if (payload.merge === true) {
    for (const task of tasks) mergeTask(state, task, run)
    return
  }
  if (!Array.isArray(payload.tasks)) return
  const still = new Set(tasks.map((task) => task.taskId))
  for (const [index, task] of state.background.entries()) {
    const own = state.memory.backgroundRuns[index] === run
    if (own && !still.has(task.taskId)) state.memory.endedTasks[keyOfTask(run, task.taskId)] = true
  }
  closeBackground(state, run)
  for (const task of tasks.slice(0, MAX_TASKS)) add(state, task, run)
}

/** Empties the set of a run: its process ended, or a new set replaces it. */
export function closeBackground(state: SessionState, run: string): void {
  const { memory } = state
  const kept = state.background.map((_task, index) => memory.backgroundRuns[index] !== run)
  state.background = state.background.filter((_task, index) => kept[index])
  memory.backgroundRuns = memory.backgroundRuns.filter((_run, index) => kept[index])
}

function mergeTask(state: SessionState, task: BackgroundTask, run: string): void {
  const { memory } = state
  const at = state.background.findIndex(
    (known, index) => known.taskId === task.taskId && memory.backgroundRuns[index] === run,
  )
  const key = keyOfTask(run, task.taskId)
  if (task.status !== undefined && task.status !== 'running') {
    memory.endedTasks[key] = true
    if (at !== -1) {
      state.background.splice(at, 1)
      memory.backgroundRuns.splice(at, 1)
    }
    return
  }
  const known = state.background[at]
  if (known) state.background[at] = refine(known, task)
  else if (!memory.endedTasks[key] && state.background.length < MAX_TASKS) add(state, task, run)
}

function refine(known: BackgroundTask, task: BackgroundTask): BackgroundTask {
  const callId = task.callId ?? known.callId
  return {
    taskId: known.taskId,
    kind: task.kind ?? known.kind,
    description: task.description ?? known.description,
    ...(callId === undefined ? {} : { callId }),
  }
}

function add(state: SessionState, { status: _running, ...task }: BackgroundTask, run: string): void {
  state.background.push(task)
  state.memory.backgroundRuns.push(run)
}

function keyOfTask(run: string, taskId: string | null): string {
  return `task:${run}:${taskId}`
}

function readTask(task: Record<string, unknown>): BackgroundTask {
  const { status } = task
  const callId = text(task.callId)
  return {
    taskId: text(task.taskId),
    kind: text(task.kind),
    description: str(task.description),
    ...(callId === null ? {} : { callId }),
    ...(isStatus(status) ? { status } : {}),
  }
}

function isStatus(status: unknown): status is NonNullable<BackgroundTask['status']> {
  return status === 'running' || status === 'completed' || status === 'failed' || status === 'stopped'
}
