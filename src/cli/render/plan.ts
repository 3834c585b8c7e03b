import type { PlanStep } from '../../core/events.ts'
import { createPlanReader } from '../../core/plan-reader.ts'
import type { StoredEvent } from '../../store/store.ts'
import { type Sheet, VERB_COLUMNS } from './sheet.ts'

const MARKS: Readonly<Record<string, string>> = { completed: '●', in_progress: '◐', cancelled: '–' }

/** Columns that the head of a change takes at most. */
const HEAD_COLUMNS = 20

/**
 * Renders what plan events change: the steps that are new or moved on. `continues` says that the row above is of the plan
 * too, so the verb need not stand there again.
 */
export function createPlanRenderer(
  sheet: Sheet,
): (event: StoredEvent, depth: number, continues: boolean) => string[] {
  const { style } = sheet
  const readPlan = createPlanReader()
  /** Status by id and by text: some harnesses change single steps by their id and print whole plans without ids. */
  const known = new Map<string, string | null>()
  const keysOf = (run: string, { id, text }: PlanStep): string[] => [
    ...(id === undefined ? [] : [`id ${run} ${id}`]),
    `text ${run} ${text}`,
  ]
  const isNews = (run: string, step: PlanStep): boolean =>
    keysOf(run, step).every((key) => known.get(key) !== step.status)

  return (event, depth, continues) => {
    const { head, steps } = readPlan(event.payload, event.run)
    const isMerge = event.payload.merge === true
    const changed = steps.filter((step) => isNews(event.run, step))
    for (const step of steps) for (const key of keysOf(event.run, step)) known.set(key, step.status)
    const hasHead = !isMerge && sheet.room(depth) > 3 * HEAD_COLUMNS
    const shown = changed.map((step) => {
      const line = `${MARKS[step.status ?? ''] ?? '○'} ${sheet.fit(step.text ?? '', depth, VERB_COLUMNS + 3 + (hasHead ? HEAD_COLUMNS : 0))}`
      return step.status === 'completed' || step.status === 'cancelled' ? style.dim(line) : line
    })
    const [first, ...rest] = shown
    if (first === undefined) return []
    const verb = continues ? ' '.repeat(VERB_COLUMNS) : style.bold('Plan'.padEnd(VERB_COLUMNS))
    const margin = ' '.repeat(VERB_COLUMNS + 1)
    return [
      sheet.row(event, depth, `${verb} ${first}${hasHead ? style.dim(`  ${head}`) : ''}`),
      ...rest.map((line) => sheet.under(depth, margin + line)),
    ]
  }
}
