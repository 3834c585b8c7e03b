import type { Page } from 'playwright-core'

/** Goes to an event by the address, and gives the time (ms) until it was painted where the reader looks. */
export function jumpTo(page: Page, seq: number): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve, reject) => {
        const start = performance.now()
        const look = () => {
          const feed = document.querySelector('.feed')?.getBoundingClientRect()
          const row = document.querySelector(`.rows-all > li.cursor[data-seq="${wanted}"]`)
          const box = row?.getBoundingClientRect()
          if (feed && box && box.top < feed.bottom && box.bottom > feed.top)
            requestAnimationFrame(() => resolve(performance.now() - start))
          else if (performance.now() - start > 20_000) reject(new Error(`Event ${wanted} was not shown.`))
          else requestAnimationFrame(look)
        }
        window.location.hash = `#${wanted}`
        requestAnimationFrame(look)
      }),
    seq,
  )
}

/** Asks the server for a text in the whole session, as the page does: time (ms) until a match, or that there is none. */
export function findIn(page: Page, taskId: string, text: string): Promise<number> {
  return page.evaluate(
    async (url) => {
      const start = performance.now()
      for (;;) {
        const { matches, isComplete } = await (await fetch(url)).json()
        if (isComplete || matches.length > 0) return performance.now() - start
      }
    },
    `/api/tasks/${taskId}/find?q=${encodeURIComponent(text)}`,
  )
}

/** Seqs of turns all over a task. */
export async function turnsOf(page: Page, taskId: string, count: number): Promise<number[]> {
  const seqs = await page.evaluate(async (url) => {
    const all: number[] = []
    for (let after = 0, hasMore = true; hasMore; ) {
      const answer = await (await fetch(`${url}?limit=2000&after=${after}`)).json()
      all.push(...answer.turns.map((turn: { firstSeq: number }) => turn.firstSeq))
      after += answer.turns.length
      hasMore = answer.hasMore
    }
    return all
  }, `/api/tasks/${taskId}/turns`)
  // Far from each other and in no order that pages could follow.
  return Array.from({ length: count }, (_, index) => seqs[(index * 7_919) % seqs.length] ?? 1)
}
