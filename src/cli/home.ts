import { defaultHome, openStore, type Store, storePathOf, type TaskRecord } from '../store/index.ts'
import { CliProblem } from './problem.ts'

/** Does some work with the store of a home (the user's own unless said) and closes it, whatever happens. */
export async function withStore<T>(
  work: (store: Store, home: string) => Promise<T>,
  home: string = defaultHome(),
): Promise<T> {
  const store = await openStore(storePathOf(home))
  try {
    return await work(store, home)
  } finally {
    await store.close()
  }
}

/** The task whose id starts with a prefix. Throws a `CliProblem` when there is none. */
export async function findTask(store: Store, prefix: string): Promise<TaskRecord> {
  const id = await store.resolveTaskId(prefix)
  const task = id === null ? null : await store.getTask(id)
  if (task) return task
  throw new CliProblem(`There is no task ${JSON.stringify(prefix)}. See them with: agent-stream list`)
}
