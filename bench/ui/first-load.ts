import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'

/** What a first visit costs. */
export type FirstLoad = {
  /** From the navigation until rows were on the screen (ms). */
  rowsMs: number
  /** Scripts and styles asked for until then, gzipped (KiB). */
  codeKib: number
  codeFiles: number
}

/** Opens an address with nothing in the cache and waits for rows. */
export async function visit(page: Page, url: string): Promise<FirstLoad> {
  const files: Promise<number>[] = []
  page.on('response', (response) => {
    if (/\.(?:js|css)$/.test(new URL(response.url()).pathname))
      files.push(response.body().then((body) => gzipSync(body).length))
  })
  await page.goto(url, { waitUntil: 'commit' })
  const rowsMs = await page.evaluate(waitForRows)
  const sizes = await Promise.all(files)
  return { rowsMs, codeKib: sizes.reduce((sum, size) => sum + size, 0) / 1024, codeFiles: sizes.length }
}

/** The time since the navigation began when the first frame with rows had been drawn. */
function waitForRows(): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      const rows = [...document.querySelectorAll('.rows-all > li')]
      const isShown = rows.some((row) => {
        const { top, bottom } = row.getBoundingClientRect()
        return bottom > 0 && top < window.innerHeight && bottom > top
      })
      if (isShown) requestAnimationFrame(() => resolve(performance.now()))
      else requestAnimationFrame(look)
    }
    look()
  })
}
