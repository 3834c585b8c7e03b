import { findTask, withStore } from '../home.ts'
import { printTask } from '../print-task.ts'

/** Prints a task's history; with `follow`, also what is still to come. */
export async function showCommand(
  prefix: string,
  { json = false, raw = false, follow = false }: { json?: boolean; raw?: boolean; follow?: boolean },
): Promise<void> {
  await withStore(async (store) => {
    const { id } = await findTask(store, prefix)
    await printTask(store, id, { json, raw, follow })
  })
}
