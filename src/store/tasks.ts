import type { Connection } from './connection.ts'
import type { SqlValue } from './engine.ts'
import { StoreError } from './errors.ts'
import { deleteEvents } from './events.ts'
import { readTaskRow, TASK_COLUMNS } from './rows.ts'
import type { NewTask, TaskPage, TaskQuery, TaskRecord } from './store.ts'

const DEFAULT_PAGE = 50
const MAX_PAGE = 500

/** Adds a task. */
export function insertTask(connection: Connection, task: NewTask): void {
  connection.transact(() => {
    const sql = `insert into task (id, title, title_origin, title_key, protocol, created_at, generation)
      values (?, ?, ?, ?, ?, ?, ?)`
    const { id, title, titleOrigin, protocol, createdAt } = task
    const key = title === null ? null : titleKey(title)
    connection.run(sql, id, title, titleOrigin, key, protocol, createdAt, nextGeneration(connection))
  })
}

/** A generation number that no task of this store ever had: an event's id then names its task too. */
export function nextGeneration(connection: Connection): number {
  const sql = `insert into meta (key, value) values ('generation', '1')
    on conflict (key) do update set value = cast(value as integer) + 1`
  connection.run(sql)
  return Number(connection.get("select value from meta where key = 'generation'")?.value)
}

/** The task, or null. */
export function findTask(connection: Connection, id: string): TaskRecord | null {
  const row = connection.get(`select ${TASK_COLUMNS} from task where id = ?`, id)
  return row && readTaskRow(row)
}

/** The id of the only task that starts with a prefix, null for none. Throws `ambiguous-id` for several. */
export function findTaskByPrefix(connection: Connection, prefix: string): string | null {
  if (!/^[0-9a-f-]{1,36}$/i.test(prefix)) return null
  const from = prefix.toLowerCase()
  const rows = connection.all('select id from task where id >= ? and id < ? limit 2', from, `${from}~`)
  if (rows.length < 2) return rows[0] ? String(rows[0].id) : null
  throw new StoreError('ambiguous-id', `Several tasks start with ${prefix}. Give more of the id.`)
}

/** A page of tasks, newest first; of tasks of one millisecond, by id. */
export function pageOfTasks(connection: Connection, query: TaskQuery): TaskPage {
  const limit = Math.min(Math.max(1, query.limit ?? DEFAULT_PAGE), MAX_PAGE)
  const conditions: string[] = []
  const values: SqlValue[] = []
  const demand = (condition: string, ...demanded: SqlValue[]): void => {
    conditions.push(condition)
    values.push(...demanded)
  }
  for (const word of query.query?.split(/\s+/).filter(Boolean).slice(0, 10) ?? []) {
    demand('instr(title_key, ?) > 0', titleKey(word))
  }
  if (query.status) demand('status = ?', query.status)
  if (query.harness) demand('harness = ?', query.harness)
  if (query.activeFrom !== undefined) demand('coalesce(last_at, created_at) >= ?', query.activeFrom)
  if (query.activeTo !== undefined) demand('created_at < ?', query.activeTo)
  if (query.before !== undefined) {
    const place = /^(-?\d{1,16})-(.+)$/s.exec(query.before)
    if (!place) return { tasks: [], next: null }
    demand('(created_at, id) < (?, ?)', Number(place[1]), String(place[2]))
  }
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
  const sql = `select ${TASK_COLUMNS} from task ${where} order by created_at desc, id desc limit ?`
  const tasks = connection.all(sql, ...values, limit + 1).map(readTaskRow)
  const page = tasks.slice(0, limit)
  const last = page.at(-1)
  return { tasks: page, next: tasks.length > limit && last ? placeOfTask(last) : null }
}

/** Where a task stands in the list, for `before`. */
export function placeOfTask({ createdAt, id }: TaskRecord): string {
  return `${createdAt}-${id}`
}

/** Names a task; a human's title gives way only to a human's. */
export function writeTitle(
  connection: Connection,
  taskId: string,
  title: string,
  origin: 'human' | 'agent' | 'placeholder',
): void {
  const sql = `update task set title = ?, title_origin = ?, title_key = ?
    where num = ? and (? = 'human' or coalesce(title_origin, '') <> 'human') and (? <> 'placeholder' or title is null)`
  connection.run(sql, title, origin, titleKey(title), connection.taskNumber(taskId), origin, origin)
}

/** A title, or a word of one, as titles are searched: in small letters, however its accents were typed. */
function titleKey(title: string): string {
  return title.normalize('NFC').toLowerCase()
}

/** Removes everything of a task. Throws `task-live` while a run is not complete, `unknown-task` for no such task. */
export function deleteTask(connection: Connection, taskId: string): void {
  connection.transact(() => {
    const task = connection.taskNumber(taskId)
    if (connection.get('select 1 from run where task = ? and complete = 0', task)) {
      throw new StoreError('task-live', `Task ${taskId} still runs. Stop it, then remove it.`)
    }
    deleteEvents(connection, task)
    for (const table of ['line', 'cursor', 'lease']) {
      connection.run(`delete from ${table} where run in (select num from run where task = ?)`, task)
    }
    connection.run('delete from run where task = ?', task)
    connection.run('delete from attachment_use where task = ?', task)
    connection.run(
      'delete from attachment where not exists (select 1 from attachment_use where attachment = attachment.id)',
    )
    connection.run('delete from task where num = ?', task)
  })
}
