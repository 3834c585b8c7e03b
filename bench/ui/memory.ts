import type { Page } from 'playwright-core'

/** What a page holds. */
export type PageMemory = { heapMb: number; elements: number }

/** The heap after a collection, and the elements of the document. */
export async function readMemory(page: Page): Promise<PageMemory> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  const elements = await page.evaluate(() => document.querySelectorAll('*').length)
  return { heapMb: usedSize / 1e6, elements }
}

/** What a long way up left behind: rows that were there, most elements at a time, and the heap then (MB). */
export type LongWay = { rows: number; mostElements: number; heapMb: number; seconds: number }

/** Scrolls up until so many rows were in the page. */
export async function scrollThrough(page: Page, rows: number): Promise<LongWay> {
  const way = await page.evaluate(async (wanted) => {
    const feed = document.querySelector('.feed')
    if (!feed) throw new Error('There is no feed.')
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const seen = new Set<string>()
    const start = performance.now()
    let mostElements = 0
    for (let idle = 0; seen.size < wanted && idle < 600; idle++) {
      const before = seen.size
      for (const row of document.querySelectorAll('.rows-all > li'))
        seen.add(row.getAttribute('data-seq') ?? '')
      if (seen.size > before) idle = 0
      mostElements = Math.max(mostElements, document.querySelectorAll('*').length)
      feed.scrollBy(0, -600)
      await frame()
    }
    return { rows: seen.size, mostElements, seconds: (performance.now() - start) / 1_000 }
  }, rows)
  return { ...way, heapMb: (await readMemory(page)).heapMb }
}
