import type { TaskRecord } from '../../store/store.ts'
import { formatAge, formatCompact, formatCost, statusWord, totalTokens } from './format.ts'
import { type Style, statusPaint } from './style.ts'
import { oneLine } from './terminal-text.ts'
import { cutToWidth, padToWidth, textWidth } from './text-width.ts'

/** A task with the form of its id that is shown. */
export type TaskRow = { task: TaskRecord; id: string }

const WIDEST_HARNESS = 14
const NARROWEST_TITLE = 12
const TOKENS = 6
const COST = 8

/** Tasks as a table, a head and one line each; the title takes the room that is left. `now` is the time in ms. */
export function renderTaskTable(
  rows: readonly TaskRow[],
  { columns, style, now }: { columns: number; style: Style; now: number },
): string[] {
  const cells = rows.map(({ task, id }) => {
    const status = task.state?.status ?? 'starting'
    const usage = task.state?.usage
    return {
      id,
      age: formatAge(now - task.createdAt),
      status: statusWord(status),
      paint: statusPaint(style, status),
      harness: cutToWidth(oneLine(task.state?.harness ?? task.protocol), WIDEST_HARNESS),
      title: oneLine(task.title ?? 'Untitled'),
      tokens: formatCompact(totalTokens(usage)),
      cost: formatCost(usage?.costUsd ?? null),
    }
  })
  const head = {
    id: 'TASK',
    age: 'AGE',
    status: 'STATUS',
    paint: style.dim,
    harness: 'HARNESS',
    title: 'TITLE',
    tokens: 'TOKENS',
    cost: 'COST',
  }
  const widest = (key: 'id' | 'age' | 'status' | 'harness'): number =>
    Math.max(...[head, ...cells].map((cell) => textWidth(cell[key])))
  const [id, age, status, harness] = [widest('id'), widest('age'), widest('status'), widest('harness')]
  const gaps = 12
  const room = Math.max(NARROWEST_TITLE, columns - id - age - status - harness - TOKENS - COST - gaps)
  return [head, ...cells].map((cell) => {
    const isHead = cell === head
    const ink = isHead ? style.dim : (text: string) => text
    return [
      style.dim(cell.id.padEnd(id)),
      style.dim(cell.age.padStart(age)),
      cell.paint(cell.status.padEnd(status)),
      style.dim(padToWidth(cell.harness, harness)),
      ink(padToWidth(cutToWidth(cell.title, room), room)),
      style.dim(cell.tokens.padStart(TOKENS)),
      style.dim(cell.cost.padStart(COST)),
    ].join('  ')
  })
}
