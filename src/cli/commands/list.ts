import type { SessionStatus } from '../../core/session-state.ts'
import { summarizeTask } from '../../server/task-summary.ts'
import type { Store, TaskRecord } from '../../store/index.ts'
import { shortenId, withStore } from '../home.ts'
import { readNumber } from '../option-values.ts'
import { columnsOf, writeTo } from '../output.ts'
import { CliProblem } from '../problem.ts'
import { createStyle, wantsColour } from '../render/style.ts'
import { renderTaskTable } from '../render/task-table.ts'
import { jsonLine } from '../render/terminal-text.ts'

/** What `list` was told. */
export type ListOptions = { json?: boolean; limit?: string; status?: string }

const STATUSES: Readonly<Record<SessionStatus, true>> = {
  starting: true,
  running: true,
  'needs-input': true,
  background: true,
  waiting: true,
  succeeded: true,
  failed: true,
  interrupted: true,
  'no-result': true,
}
const DEFAULT_LIMIT = '20'
const MOST_TASKS = 10_000

/** Prints the newest tasks, one a line, newest first; as JSON an array of what `GET /api/tasks` gives. */
export async function listCommand(options: ListOptions): Promise<void> {
  const { status } = options
  if (status !== undefined && !Object.hasOwn(STATUSES, status)) {
    const known = Object.keys(STATUSES).join(', ')
    throw new CliProblem(`Unknown status ${JSON.stringify(status)}. Known statuses: ${known}.`, 2)
  }
  const limit = readNumber('--limit', options.limit ?? DEFAULT_LIMIT, { min: 1, max: MOST_TASKS })
  await withStore(async (store) => {
    const tasks = await readTasks(store, limit, status)
    if (options.json) await writeTo(process.stdout, `${jsonLine(tasks.map(summarizeTask))}\n`)
    else await printTable(store, tasks, status)
  })
}

async function readTasks(store: Store, limit: number, status: string | undefined): Promise<TaskRecord[]> {
  const tasks: TaskRecord[] = []
  let before: string | null = null
  do {
    const query = {
      limit: limit - tasks.length,
      ...(status ? { status } : {}),
      ...(before ? { before } : {}),
    }
    const page = await store.listTasks(query)
    tasks.push(...page.tasks)
    before = page.next
  } while (before !== null && tasks.length < limit)
  return tasks
}

async function printTable(store: Store, tasks: TaskRecord[], status: string | undefined): Promise<void> {
  const { stdout } = process
  if (tasks.length === 0) {
    const none = status === undefined ? 'No tasks yet.' : `No task has the status ${status}.`
    await writeTo(stdout, `${none} Record one with: agent-stream run --prompt "…" -- claude -p\n`)
    return
  }
  const rows = await Promise.all(tasks.map(async (task) => ({ task, id: await shortenId(store, task.id) })))
  const lines = renderTaskTable(rows, {
    columns: columnsOf(stdout),
    style: createStyle(wantsColour(stdout)),
    now: Date.now(),
  })
  await writeTo(stdout, lines.map((line) => `${line}\n`).join(''))
}
