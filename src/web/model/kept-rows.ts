import type { EventWindow } from './event-window.ts'
import type { Row, RowBuilder, RowContext } from './row.ts'
import { createRowBuilder } from './rows.ts'

/** The rows of a window: events that follow it are added to what is there, any other change builds the rows anew. */
export function createKeptRows(): (window: EventWindow, context: RowContext) => Row[] {
  let builder: RowBuilder | null = null
  let shown: EventWindow | null = null
  let shownContext: RowContext | null = null
  return (window, context) => {
    if (!builder || !shown || context !== shownContext || window.base !== shown.base) {
      builder = createRowBuilder(context)
      shown = null
    }
    for (const call of window.related.slice(shown?.related.length ?? 0)) builder.know(call)
    for (const event of window.events.slice(shown?.events.length ?? 0)) builder.add(event)
    shown = window
    shownContext = context
    return builder.rows()
  }
}
