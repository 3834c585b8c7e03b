import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { CHROMIUM, launchBrowser } from './chromium.ts'
import { type OpenedPage, openPage } from './open-page.ts'
import { createTaskWriter, type TaskWriter } from './task-writer.ts'

/** More than the page keeps. */
const EVENTS = 4_700
/** What the page keeps at most, with some room: rows of one line are 34 px or less. */
const MOST_HEIGHT = 4_200 * 34

describe.skipIf(!CHROMIUM)('a session longer than what the page keeps', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  const line = (number: number) => `{"type":"message","role":"assistant","text":"number ${number}."}`
  const lines = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => line(from + index))

  /** A page, and a task of numbered messages that may go on. */
  async function open(): Promise<OpenedPage & { writer: TaskWriter; url: string; feed: Locator }> {
    const opened = await openPage(browser)
    const writer = await createTaskWriter(opened.store, { protocol: 'jsonl', title: 'Numbers' })
    await writer.write(lines(1, EVENTS))
    const url = `${opened.server.url}/tasks/${writer.taskId}`
    return { ...opened, writer, url, feed: opened.page.locator('.feed') }
  }

  it('is read from its end up to its start without a jump, in a window of bounded size', async () => {
    const { page, url, feed, problems } = await open()
    await page.goto(url)
    await page.getByText(`number ${EVENTS}.`).waitFor()
    await expect.poll(() => fromEnd(feed)).toBeLessThan(2)
    let before = await look(page)
    const seen = new Set(before.rows.map(({ number }) => number))
    let highest = 0
    for (let step = 0; step < 900 && !seen.has(1); step++) {
      const after = await scroll(page, -700)
      for (const { number } of after.rows) seen.add(number)
      highest = Math.max(highest, after.height)
      // At the very top, rows that are lower than was guessed have nowhere to go but up.
      if (after.top > 0) expect(jump(before, after, after.asked), `step ${step}`).toBeLessThanOrEqual(1)
      before = after
    }
    expect(missing(seen, 1, EVENTS)).toEqual([])
    expect(highest).toBeLessThan(MOST_HEIGHT)
    expect(await page.locator('.rows-all > li').count()).toBeLessThan(120)

    await page.getByRole('button', { name: 'To the end' }).click()
    await page.getByText(`number ${EVENTS}.`).waitFor()
    await expect.poll(() => fromEnd(feed)).toBeLessThan(60)
    expect(problems).toEqual([])
  })

  it('is entered at a linked event without what lies between, and read down to its end: no event missing or twice', async () => {
    const { page, url, feed, store, writer } = await open()
    const pages: string[] = []
    page.on('request', (request) => request.url().includes('/events?') && pages.push(request.url()))
    await page.goto(`${url}#40`)
    await page.locator('li.cursor[data-seq="40"]').waitFor()
    await expect.poll(() => page.getByText('number 40.', { exact: true }).isVisible()).toBe(true)
    expect(pages.length).toBeLessThan(6)
    await feed.evaluate((element) => element.scrollTo(0, 0))
    let before = await look(page)
    const seen = new Set(before.rows.map(({ number }) => number))
    for (let step = 0; step < 900 && !seen.has(EVENTS); step++) {
      const after = await scroll(page, 700)
      const numbers = after.rows.map(({ number }) => number)
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
      for (const number of numbers) seen.add(number)
      // So at the very end, where they have nowhere to go but down.
      if (after.below > 60) expect(jump(before, after, after.asked), `step ${step}`).toBeLessThanOrEqual(1)
      before = after
    }
    const { lastSeq } = (await store.getTask(writer.taskId)) ?? {}
    expect(missing(seen, 1, lastSeq ?? 0)).toEqual([])
    expect([...seen].length).toBe(lastSeq)
    // At the end again, it follows.
    await scroll(page, 10_000)
    await expect.poll(() => fromEnd(feed)).toBeLessThan(2)
    await writer.write([line(EVENTS + 1)])
    await page.getByText(`number ${EVENTS + 1}.`).waitFor()
    await expect.poll(() => fromEnd(feed)).toBeLessThan(60)
  })

  it('counts what comes while the reader is elsewhere, and shows all of it at the end', async () => {
    const { page, url, feed, writer } = await open()
    await page.goto(url)
    await page.getByText(`number ${EVENTS}.`).waitFor()
    await scroll(page, -1_500)
    const place = await look(page)
    await writer.write(lines(EVENTS + 1, EVENTS + 3))
    await page.getByRole('button', { name: '3 new below' }).waitFor()
    expect(jump(place, await look(page), 0)).toBe(0)
    await page.getByRole('button', { name: '3 new below' }).click()
    await page.getByText(`number ${EVENTS + 3}.`).waitFor()
    await expect.poll(() => fromEnd(feed)).toBeLessThan(60)

    await page.evaluate('location.hash = "40"')
    await page.locator('li.cursor[data-seq="40"]').waitFor()
    await page.getByRole('button', { name: 'To the end' }).waitFor()
    await writer.write(lines(EVENTS + 4, EVENTS + 400))
    const pill = page.getByRole('button', { name: '397 new below' })
    await pill.waitFor()
    expect(await page.getByText('number 40.', { exact: true }).isVisible()).toBe(true)
    await pill.click()
    await page.getByText(`number ${EVENTS + 400}.`).waitFor()
    expect(await page.locator('.pill-new').count()).toBe(0)
    const seen = new Set<number>()
    for (let step = 0; step < 40; step++)
      for (const { number } of (await scroll(page, step && -600)).rows) seen.add(number)
    expect(missing(seen, EVENTS - 200, EVENTS + 399)).toEqual([])
    await feed.focus()
    await page.keyboard.press('End')
    await expect.poll(() => fromEnd(feed)).toBeLessThan(60)
    await page.keyboard.press('Home')
    await page.getByText('number 1.', { exact: true }).waitFor()
  })
})

describe.skipIf(!CHROMIUM)('a result that comes long after its call', () => {
  it('is shown in the row of the call, which lies before what was loaded', async () => {
    const browser = await launchBrowser()
    onTestFinished(() => browser.close())
    const { page, server, store } = await openPage(browser)
    const writer = await createTaskWriter(store, { protocol: 'jsonl', title: 'Slow' })
    const say = (text: string) => JSON.stringify({ type: 'message', role: 'assistant', text })
    const input = JSON.stringify({ command: 'sleep 600' })
    await writer.write([
      JSON.stringify({ type: 'tool.call', callId: 'slow', name: 'Bash', input }),
      ...Array.from({ length: 400 }, (_, index) => say(`waiting ${index}.`)),
    ])
    await page.goto(`${server.url}/tasks/${writer.taskId}`)
    await page.getByText('waiting 399.').waitFor()
    const text = JSON.stringify({ type: 'tool.result', callId: 'slow', output: 'slept well' })
    await writer.write([text, say('awake.')])
    await page.getByText('awake.').waitFor()
    await page.locator('[data-kind=call]').getByText('sleep 600').waitFor()
    await page.getByText('slept well').waitFor()
  })
})

/** The rows in the page with their places on the screen, and the height of all that is loaded. */
type Look = {
  rows: { number: number; top: number }[]
  height: number
  top: number
  below: number
  asked: number
}

/** Scrolls as far as it goes, waits until what comes is drawn, and looks. */
function scroll(page: Page, by: number): Promise<Look> {
  return page.evaluate(readRows, by)
}

function look(page: Page): Promise<Look> {
  return page.evaluate(readRows, 0)
}

async function readRows(by: number): Promise<Look> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const feed = document.querySelector('.feed')
  if (!feed) throw new Error('There is no feed.')
  const before = feed.scrollTop
  feed.scrollBy(0, by)
  const asked = feed.scrollTop - before
  for (let count = 0; count < 3; count++) await frame()
  const rows = [...feed.querySelectorAll('.rows-all > li')].flatMap((row) => {
    const number = Number(/number (\d+)\./.exec(row.textContent ?? '')?.[1])
    return Number.isNaN(number) ? [] : [{ number, top: row.getBoundingClientRect().top }]
  })
  const { scrollHeight: height, scrollTop: top, clientHeight } = feed
  return { rows, height, top, below: height - top - clientHeight, asked }
}

/** How far (px) rows that are in both looks moved beside what was asked for. */
function jump(before: Look, after: Look, asked: number): number {
  const moves = before.rows.flatMap(({ number, top }) => {
    const now = after.rows.find((row) => row.number === number)
    return now ? [Math.abs(top - asked - now.top)] : []
  })
  if (moves.length === 0) throw new Error('No row of before is there any more.')
  return Math.min(...moves)
}

function missing(seen: ReadonlySet<number>, from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index).filter(
    (number) => !seen.has(number),
  )
}

function fromEnd(feed: Locator): Promise<number> {
  return feed.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight)
}
