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

/** The task whose id starts with a prefix. Throws a `CliProblem` when there is none, or more than one. */
export async function findTask(store: Store, prefix: string): Promise<TaskRecord> {
  const id = await store.resolveTaskId(prefix)
  const task = id === null ? null : await store.getTask(id)
  if (task) return task
  throw new CliProblem(
    `There is no task ${JSON.stringify(prefix)} in ${store.location}. See what there is with: agent-stream list`,
  )
}

/** The first 12 digits of an id are the millisecond in which it was made; 18 characters add the order within it. */
const SHORT_LENGTHS = [13, 18]

/** The start of a task's id that no other task shares. */
export async function shortenId(store: Store, id: string): Promise<string> {
  for (const length of SHORT_LENGTHS) {
    const prefix = id.slice(0, length)
    const isUnique = await store.resolveTaskId(prefix).then(
      (found) => found === id,
      () => false,
    )
    if (isUnique) return prefix
  }
  return id
}
