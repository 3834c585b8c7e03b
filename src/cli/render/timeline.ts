import { arr, text } from '../../core/read.ts'
import type { StoredEvent } from '../../store/store.ts'
import { createCallRenderer } from './calls.ts'
import { createPlanRenderer } from './plan.ts'
import { createProseRenderer } from './prose.ts'
import { createStartRenderer, renderBackground, renderEnd, renderRaw, renderTitle } from './session-rows.ts'
import { createSheet } from './sheet.ts'
import type { Style } from './style.ts'

/** Turns events into lines for a terminal, one thing a line. */
export type TimelineRenderer = {
  /** The lines that an event adds; none is a normal answer. */
  render(event: StoredEvent): string[]
  /** The lines that are still held when no more events come. */
  end(): string[]
}

/** What the renderer must know of the terminal. */
export type TimelineOptions = {
  /** Asked at every row. */
  columns: () => number
  style: Style
  /** Shows `raw` events without a notice too. */
  showRaw?: boolean
}

/** A renderer that remembers calls, so that results can say what they answer. Events come in the order of their seq. */
export function createTimelineRenderer({
  columns,
  style,
  showRaw = false,
}: TimelineOptions): TimelineRenderer {
  const sheet = createSheet(columns, style)
  let folder: string | null = null
  let background = 0
  let lastType = ''
  const calls = createCallRenderer(sheet, () => folder)
  const prose = createProseRenderer(sheet, calls.depthOf)
  const renderPlan = createPlanRenderer(sheet)
  const renderStart = createStartRenderer(sheet)

  function render(event: StoredEvent): string[] {
    // Counters and texts do not end a text that comes in fragments.
    const isText = event.type === 'message' || event.type === 'thinking'
    const flushed = isText || event.type === 'usage' ? [] : prose.flush()
    const lines = renderOne(event)
    if (lines.length > 0) lastType = event.type
    return [...flushed, ...lines]
  }

  function renderOne(event: StoredEvent): string[] {
    const { payload } = event
    switch (event.type) {
      case 'message':
      case 'thinking':
        return prose.text(event)
      case 'tool.call':
        return calls.call(event)
      case 'tool.result':
        return calls.result(event)
      case 'plan':
        return renderPlan(event, calls.depthOf(event), lastType === 'plan')
      case 'session.started': {
        folder = text(payload.cwd) ?? folder
        return renderStart(event)
      }
      case 'session.title':
        return renderTitle(sheet, event)
      case 'session.background':
        if (payload.merge !== true) background = arr(payload.tasks).length
        return renderBackground(sheet, event)
      case 'session.ended':
        return renderEnd(sheet, event, background, prose.wasJustSaid)
      case 'usage':
        return []
      default:
        return renderRaw(sheet, event, calls.depthOf(event), showRaw)
    }
  }

  return { render, end: () => [...prose.flush(), ...calls.end()] }
}
