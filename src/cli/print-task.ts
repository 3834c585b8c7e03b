import type { Store, StoredEvent } from '../store/index.ts'
import { type FollowOptions, followEvents, isTaskOver } from './follow.ts'
import { columnsOf, writeTo } from './output.ts'
import { printPlainOutput } from './print-plain.ts'
import { renderRecap } from './render/recap.ts'
import { createStyle, wantsColour } from './render/style.ts'
import { jsonLine } from './render/terminal-text.ts'
import { createTimelineRenderer } from './render/timeline.ts'

/** How a task is printed. */
export type PrintOptions = {
  /** One event per line as JSON, instead of a timeline. */
  json: boolean
  /** Shows `raw` events without a notice too. */
  raw: boolean
  /** Waits for what is still to come; else prints what there is. */
  follow: boolean
  /** Events up to this seq are left out. */
  since?: number | undefined
  /** Until when it is followed; until every run is complete unless said. */
  isOver?: (() => Promise<boolean>) | undefined
  signal?: AbortSignal | undefined
}

/**
 * Prints a task to stdout: its timeline, or for a protocol that gives no events its output as text; then a recap. No
 * escape sequence of a harness reaches the terminal.
 */
export async function printTask(store: Store, taskId: string, options: PrintOptions): Promise<void> {
  const { json, raw, follow, signal } = options
  const { stdout } = process
  const isOver = follow ? (options.isOver ?? isTaskOver(store, taskId)) : async () => true
  const ending: FollowOptions = { isOver, signal, since: options.since }
  if (json) {
    const print = (events: StoredEvent[]) =>
      writeTo(stdout, events.map((event) => `${jsonLine(event)}\n`).join(''))
    await followEvents(store, taskId, print, ending)
    return
  }
  const style = createStyle(wantsColour(stdout))
  const renderer = createTimelineRenderer({ columns: () => columnsOf(stdout), style, showRaw: raw })
  const write = (lines: string[]) => writeTo(stdout, lines.map((line) => `${line}\n`).join(''))
  const print = (events: StoredEvent[]) => write(events.flatMap((event) => renderer.render(event)))
  if ((await store.getTask(taskId))?.protocol === 'none') await printPlainOutput(store, taskId, print, ending)
  else await followEvents(store, taskId, print, ending)
  await write(renderer.end())
  const task = await store.getTask(taskId)
  if (task && !signal?.aborted) await write(['', ...renderRecap(task, style)])
}
