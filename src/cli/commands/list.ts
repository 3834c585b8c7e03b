import type { TaskRecord } from '../../store/index.ts'
import { withStore } from '../home.ts'
import { formatAge, formatCost, formatCount, statusWord } from '../render/format.ts'
import { createStyle, type Style, wantsColour } from '../render/style.ts'
import { cutToWidth, oneLine, textWidth } from '../render/terminal-text.ts'

const DEFAULT_COLUMNS = 100
/** Ids share their first characters when they were made close together. */
const ID_LENGTH = 18

/** Prints the newest tasks, one a line. */
export async function listCommand(options: {
  json?: boolean
  limit?: string
  status?: string
}): Promise<void> {
  await withStore(async (store) => {
    const limit = Number(options.limit ?? 20)
    const query = { limit: limit > 0 ? limit : 20, ...(options.status ? { status: options.status } : {}) }
    const { tasks } = await store.listTasks(query)
    if (options.json) {
      process.stdout.write(`${JSON.stringify(tasks.map(describe))}\n`)
      return
    }
    if (tasks.length === 0) {
      process.stdout.write('No tasks yet. Record one with: agent-stream run -- claude -p "…"\n')
      return
    }
    const style = createStyle(wantsColour(process.stdout))
    const columns = process.stdout.columns ?? DEFAULT_COLUMNS
    for (const task of tasks) process.stdout.write(`${renderRow(task, columns, style)}\n`)
  })
}

function describe({ id, title, protocol, createdAt, lastAt, state }: TaskRecord): Record<string, unknown> {
  const { status = 'starting', harness = null, usage = null } = state ?? {}
  return { id, title, status, harness, protocol, createdAt, lastAt, usage }
}

function renderRow(task: TaskRecord, columns: number, style: Style): string {
  const status = task.state?.status ?? 'starting'
  const usage = task.state?.usage
  const total =
    (usage?.inputTokens ?? 0) +
    (usage?.outputTokens ?? 0) +
    (usage?.cacheReadTokens ?? 0) +
    (usage?.cacheCreationTokens ?? 0)
  const paint =
    status === 'failed'
      ? style.bad
      : status === 'needs-input'
        ? style.warn
        : status === 'running'
          ? style.accent
          : style.dim
  const left = `${style.dim(task.id.slice(0, ID_LENGTH))}  ${formatAge(Date.now() - task.createdAt).padStart(4)}  ${paint(statusWord(status).padEnd(11))} ${(task.state?.harness ?? task.protocol).padEnd(12)}`
  const right = `${(total === 0 ? '—' : formatCount(total)).padStart(11)} ${formatCost(usage?.costUsd ?? null).padStart(8)}`
  const used = ID_LENGTH + 2 + 4 + 2 + 11 + 1 + 12 + 1 + 20
  const room = Math.max(12, columns - used - 1)
  const title = cutToWidth(oneLine(task.title ?? 'Untitled'), room)
  return `${left} ${title}${' '.repeat(Math.max(0, room - textWidth(title)))} ${style.dim(right)}`
}
