import type { Store, StoredEvent } from '../store/index.ts'
import { followEvents, followLines, isTaskOver } from './follow.ts'
import { renderRecap } from './render/recap.ts'
import { createStyle, wantsColour } from './render/style.ts'
import { sanitizeText } from './render/terminal-text.ts'
import { createTimelineRenderer } from './render/timeline.ts'

/** How a task is printed. */
export type PrintOptions = {
  /** One event per line as JSON, instead of a timeline. */
  json: boolean
  /** Shows `raw` events without a notice too. */
  raw?: boolean
  /** Waits for what is still to come; else prints what there is. */
  follow: boolean
  signal?: AbortSignal
}

const DEFAULT_COLUMNS = 100

/**
 * Prints a task to stdout: its timeline, or for a protocol that gives no events its output as text. No escape sequence
 * of a harness reaches the terminal.
 */
export async function printTask(
  store: Store,
  taskId: string,
  { json, raw, follow, signal }: PrintOptions,
): Promise<void> {
  const task = await store.getTask(taskId)
  const write = (line: string): void => {
    process.stdout.write(`${line}\n`)
  }
  const isOver = follow ? isTaskOver(store, taskId) : async () => true
  const ending = { isOver, ...(signal ? { signal } : {}) }
  if (json) {
    await followEvents(store, taskId, (event) => write(JSON.stringify(event)), ending)
    return
  }
  const style = createStyle(wantsColour(process.stdout))
  const columns = process.stdout.columns ?? DEFAULT_COLUMNS
  const renderer = createTimelineRenderer({ columns, style, showRaw: raw ?? false })
  const show = (event: StoredEvent): void => {
    for (const line of renderer.render(event)) write(line)
  }
  if (task?.protocol === 'none') {
    for (const run of await store.listRuns(taskId)) {
      const print = (line: { source: string | Uint8Array }): void => write(sanitizeText(textOf(line.source)))
      await followLines(store, taskId, run.id, print, ending)
    }
    await followEvents(store, taskId, (event) => event.type === 'session.ended' && show(event), {
      isOver: async () => true,
    })
  } else {
    await followEvents(store, taskId, show, ending)
  }
  const ended = await store.getTask(taskId)
  if (ended) for (const line of renderRecap(ended, style)) write(`\n${line}`)
}

function textOf(source: string | Uint8Array): string {
  return typeof source === 'string' ? source : Buffer.from(source).toString('utf8')
}
