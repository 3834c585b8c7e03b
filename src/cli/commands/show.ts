import { ingestRun, recordRun } from '../../recorder/index.ts'
import { findTask, withStore } from '../home.ts'
import { printTask } from '../print-task.ts'

/** Prints a task's history; with `follow`, also what is still to come. */
export async function showCommand(
  prefix: string,
  { json = false, raw = false, follow = false }: { json?: boolean; raw?: boolean; follow?: boolean },
): Promise<void> {
  await withStore(async (store) => {
    const { id } = await findTask(store, prefix)
    const open = (await store.listRuns(id)).filter((run) => !run.complete && run.folder !== null)
    // A run that nobody records (a detached one, one whose recorder died) is read up by whoever wants to see it.
    if (!follow) for (const run of open) await ingestRun(store, run.id, { once: true })
    const recordings = follow ? open.map((run) => recordRun(store, run.id)) : []
    await Promise.all([printTask(store, id, { json, raw, follow }), ...recordings])
  })
}
