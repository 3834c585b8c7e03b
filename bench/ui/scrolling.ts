import type { Page } from 'playwright-core'
import { median } from '../measure.ts'

/** Frames of a page that was scrolled: how long each was shown (ms). */
export type Frames = { meanMs: number; medianMs: number; p95Ms: number; longestMs: number }

/** Scrolls so many frames by so many pixels each. */
export async function scrollFrames(page: Page, frames: number, by: number): Promise<Frames> {
  return describeFrames(await page.evaluate(scrollInPage, { frames, by }))
}

/** What frames tell together. */
export function describeFrames(times: readonly number[]): Frames {
  const sorted = [...times].sort((a, b) => a - b)
  return {
    meanMs: times.reduce((sum, time) => sum + time, 0) / times.length,
    medianMs: median(times),
    p95Ms: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN,
    longestMs: sorted.at(-1) ?? Number.NaN,
  }
}

/** A page of plain rows, one line of text each, that is scrolled like the timeline. */
export async function openPlainPage(page: Page, rows: number): Promise<void> {
  await page.goto('about:blank')
  await page.evaluate((count) => {
    const style = document.createElement('style')
    style.textContent = `body { margin: 0; font: 14px/20px sans-serif } .feed { height: 100vh; overflow: auto }
      .feed > div { padding: 6px 16px; white-space: nowrap; overflow: hidden }`
    const feed = document.createElement('div')
    feed.className = 'feed'
    for (let index = 0; index < count; index++) {
      const row = document.createElement('div')
      row.textContent = `${index} the parser reads each line once and keeps what it does not know`
      feed.append(row)
    }
    document.head.append(style)
    document.body.append(feed)
    feed.scrollTop = feed.scrollHeight
  }, rows)
}

async function scrollInPage({ frames, by }: { frames: number; by: number }): Promise<number[]> {
  const feed = document.querySelector('.feed')
  if (!feed) throw new Error('There is no feed.')
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
  const times: number[] = []
  let last = await frame()
  for (let count = 0; count < frames; count++) {
    feed.scrollBy(0, by)
    const now = await frame()
    times.push(now - last)
    last = now
  }
  return times
}
