import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { createTaskWriter } from '../../test/browser/task-writer.ts'
import { claudeTurns } from './claude-session.ts'
import { describeFrames, type Frames } from './scrolling.ts'
import type { BenchStage } from './stage.ts'

/** How the page bore events that arrive. */
export type LiveFigures = {
  eventsPerSecond: number
  frames: Frames
  /** From a key to the frame that shows what it did (ms), the longest of all. */
  keyMs: number
  /** Events between the last one in the store and the last one on the screen, when the writer stops. */
  behind: number
}

const SECONDS = 15
const STEP_MS = 50
const PER_SECOND = 200

/** Writes a session at 200 events a second while a reader is at its end and looks for a task. */
export async function watchLive({ url, store }: BenchStage, page: Page): Promise<LiveFigures> {
  const writer = await createTaskWriter(store, { protocol: 'claude-json', title: 'Live' })
  const turns = claudeTurns(7)
  const start = Array.from({ length: 40 }, () => turns.next().value ?? []).flat()
  await writer.write(start)
  const lastSeq = async () => (await store.getTask(writer.taskId))?.lastSeq ?? 0
  // How many entries make an event is known from those that are there.
  const perStep = Math.round((PER_SECOND * STEP_MS * start.length) / (1_000 * (await lastSeq())))
  await page.goto(`${url}/tasks/${writer.taskId}`)
  await page.locator('.rows-all > li').first().waitFor()
  await delay(1_000)

  await page.locator('.tasks input').focus()
  await page.evaluate(watchFrames)
  const before = await lastSeq()
  const startedAt = performance.now()
  const waiting = [] as typeof start
  let keys = 0
  for (let step = 1; performance.now() - startedAt < SECONDS * 1_000; step++) {
    while (waiting.length < perStep) waiting.push(...(turns.next().value ?? []))
    await writer.write(waiting.splice(0, perStep))
    if (step % 8 === 0) await page.keyboard.press(keys++ % 2 === 0 ? 'l' : 'Backspace')
    await delay(Math.max(0, startedAt + step * STEP_MS - performance.now()))
  }
  const seconds = (performance.now() - startedAt) / 1_000
  const shown = await page.evaluate(() => {
    const seqs = [...document.querySelectorAll('.rows-all > li')].map((row) =>
      Number(row.getAttribute('data-seq')),
    )
    return Math.max(...seqs)
  })
  const written = await lastSeq()
  const { frames, keys: keyTimes } = await page.evaluate(
    () => (window as unknown as { watched: { frames: number[]; keys: number[] } }).watched,
  )
  await writer.end()
  return {
    eventsPerSecond: (written - before) / seconds,
    frames: describeFrames(frames),
    keyMs: Math.max(...keyTimes),
    behind: written - shown,
  }
}

function watchFrames(): void {
  const watched = { frames: [] as number[], keys: [] as number[] }
  Object.assign(window, { watched })
  let last = performance.now()
  const next = (now: number) => {
    watched.frames.push(now - last)
    last = now
    requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
  const onKey = ({ timeStamp }: KeyboardEvent) =>
    // After the next frame has been drawn.
    requestAnimationFrame(() => setTimeout(() => watched.keys.push(performance.now() - timeStamp)))
  window.addEventListener('keydown', onKey, { capture: true })
}
