import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHROMIUM, launchBrowser } from './chromium.ts'
import { openPage, recordFile } from './open-page.ts'
import { createTaskWriter } from './task-writer.ts'

describe.skipIf(!CHROMIUM)('the outline of a session on the page', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  it('shows where the time went, and goes where it is pressed, also by the keyboard', async () => {
    const { page, server, store, problems } = await openPage(browser)
    const writer = await createTaskWriter(store, { protocol: 'jsonl', title: 'Turns' })
    for (let turn = 1; turn <= 60; turn++) {
      await writer.write([
        JSON.stringify({ type: 'message', role: 'user', text: `ask ${turn}` }),
        ...Array.from({ length: 20 }, (_, index) =>
          JSON.stringify({ type: 'message', role: 'assistant', text: `turn ${turn}, words ${index}.` }),
        ),
        JSON.stringify({ type: 'session.ended', status: 'succeeded', stopReason: null, summary: null }),
      ])
    }
    await page.goto(`${server.url}/tasks/${writer.taskId}`)
    await page.getByText('turn 60, words 19.').waitFor()
    const strip = page.getByRole('slider', { name: /Place in the session/ })
    await strip.waitFor()
    const box = await strip.boundingBox()
    if (!box) throw new Error('The strip is not drawn.')
    await page.mouse.click(box.x + box.width * 0.25, box.y + 10)
    const turnInView = async (): Promise<number> => {
      const text =
        (await page
          .locator('.rows-all > li.cursor')
          .textContent()
          .catch(() => '')) ?? ''
      return Number(/turn (\d+)/i.exec(text)?.[1])
    }
    await expect.poll(turnInView).toBeGreaterThan(13)
    expect(await turnInView()).toBeLessThan(18)
    const before = await turnInView()
    await strip.focus()
    await page.keyboard.press('ArrowRight')
    await page.waitForTimeout(300)
    await page.keyboard.press('ArrowRight')
    await expect.poll(turnInView).toBeGreaterThan(before)
    expect(await page.locator('.strip .turn-line').count()).toBeGreaterThan(50)
    expect(problems).toEqual([])
  })

  it('says at the head of a turn what it took', async () => {
    const opened = await openPage(browser)
    const { page, server, store } = opened
    const id = await recordFile(opened, 'recordings/claude/2.1.332/demo-fix-bug.jsonl')
    await page.goto(`${server.url}/tasks/${id}`)
    const { turns } = await store.readTurns({ taskId: id })
    const [turn] = turns
    const tokens = [turn?.inputTokens, turn?.outputTokens, turn?.cacheReadTokens, turn?.cacheCreationTokens]
    const sum = tokens.reduce<number>((total, count) => total + (count ?? 0), 0)
    await page
      .locator('.turn-sum')
      .first()
      .getByText(`${sum.toLocaleString('en-US')} tokens`)
      .waitFor()
    await page.locator('.turn-sum').first().getByText('$0.098').waitFor()
  })
})
