import type { SessionView } from '../core/session-state.ts'
import { writeEvent } from './batch.ts'
import type { Connection } from './connection.ts'
import { deleteEvents } from './events.ts'
import { outlineGeneration } from './outlines.ts'
import type { NewEvent } from './store.ts'
import { nextGeneration } from './tasks.ts'

/** Replaces a task's events by a new generation in one transaction; gives its number. Throws `unknown-task`. */
export function replaceEvents(
  connection: Connection,
  taskId: string,
  events: Iterable<NewEvent & { runId: string }>,
  state: SessionView,
  foldVersion: number,
): number {
  return connection.transact(() => {
    const task = connection.taskNumber(taskId)
    const generation = nextGeneration(connection)
    deleteEvents(connection, task)
    const protocol = String(connection.get('select protocol from task where num = ?', task)?.protocol)
    const outline = outlineGeneration(connection, { generation, protocol })
    const runs = new Map<string, number>()
    let seq = 0
    for (const event of events) {
      const run = runs.get(event.runId) ?? connection.runNumber(event.runId)
      runs.set(event.runId, run)
      writeEvent(connection, event, { generation, run, seq: ++seq })
      outline.add({ ...event, run: event.runId })
    }
    outline.write()
    connection.run(
      'update task set generation = ?, last_seq = ?, state = ?, fold_version = ?, status = ?, harness = ? where num = ?',
      generation,
      seq,
      JSON.stringify(state),
      foldVersion,
      state.status,
      state.harness,
      task,
    )
    return generation
  })
}
