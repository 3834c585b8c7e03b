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
  let known = new Map<string | null, string | null>()

  return (event, depth, continues) => {
    const { head, steps } = readPlan(event.payload, event.run)
    const isMerge = event.payload.merge === true
    const changed = isMerge ? steps : steps.filter((step) => known.get(step.text) !== step.status)
    if (!isMerge) known = new Map(steps.map((step) => [step.text, step.status]))
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
