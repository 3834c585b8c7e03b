import type { TurnHead, TurnStatus } from '../core/outline-turns.ts'
import type { Connection } from './connection.ts'
import { generationOf } from './events.ts'
import type { TurnFigures, TurnPage, TurnQuery } from './outline-pages.ts'

const DEFAULT_LIMIT = 200
const MAX_LIMIT = 2_000

/** A page of turn heads. Throws `unknown-task`, `generation-gone`. */
export function pageOfTurns(connection: Connection, query: TurnQuery): TurnPage {
  const generation = generationOf(connection, query.taskId, query.generation)
  const limit = Math.min(Math.max(1, query.limit ?? DEFAULT_LIMIT), MAX_LIMIT)
  const sql = 'select head from turn where generation = ? and number > ? order by number limit ?'
  const rows = connection.all(sql, generation, Math.max(0, query.after ?? 0), limit + 1)
  const turns = rows.slice(0, limit).map((row): TurnHead => JSON.parse(String(row.head)))
  const last = connection.get('select max(number) as total from turn where generation = ?', generation)
  const status = statusOfOpenTurn(connection, query.taskId)
  return {
    turns: turns.map((turn) => (turn.status === 'running' ? { ...turn, status } : turn)),
    unattributed: figuresBefore(connection, generation),
    total: Number(last?.total ?? 0),
    hasMore: rows.length > limit,
    generation,
  }
}

/** A turn that nobody ended goes on while a process of the task lives; then the exit has decided how the task ended. */
function statusOfOpenTurn(connection: Connection, taskId: string): TurnStatus {
  const sql = `select status, exists (select 1 from run where run.task = task.num and complete = 0) as live
    from task where id = ?`
  const row = connection.get(sql, taskId)
  if (row?.live === 1) return 'running'
  const status = row?.status
  return status === 'succeeded' || status === 'failed' || status === 'interrupted' ? status : 'no-result'
}

function figuresBefore(connection: Connection, generation: number): TurnFigures | null {
  const row = connection.get('select head from turn where generation = ? and number = 0', generation)
  if (!row) return null
  const head: TurnHead = JSON.parse(String(row.head))
  const { inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens, costUsd, durationMs, modelCalls } =
    head
  return { inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens, costUsd, durationMs, modelCalls }
}
