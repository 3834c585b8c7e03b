import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordRun, startRun } from '../../src/recorder/index.ts'
import { CHROMIUM, launchBrowser } from './chromium.ts'
import { openPage } from './open-page.ts'

describe.skipIf(!CHROMIUM)('the list of tasks', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  it('is narrowed by status, harness and day, as the address says, and walked by the keyboard', async () => {
    const { page, server, store, home, problems } = await openPage(browser)
    for (const [title, command] of [
      ['Good one', 'true'],
      ['Bad one', 'false'],
      ['Good two', 'true'],
    ] as const) {
      const run = await startRun(store, { home, command: [command], protocol: 'none', prompt: '', title })
      await recordRun(store, run.runId)
    }
    await page.goto(server.url)
    const titles = () => page.locator('.task-title').allTextContents()
    await expect.poll(titles).toEqual(['Good two', 'Bad one', 'Good one'])
    await page.getByRole('button', { name: 'Failed' }).click()
    await expect.poll(titles).toEqual(['Bad one'])
    expect(new URL(page.url()).searchParams.get('status')).toBe('failed')
    await page.reload()
    await expect.poll(titles).toEqual(['Bad one'])
    await page.getByRole('button', { name: 'Filter by harness' }).click()
    await page.getByLabel('Day', { exact: true }).fill('2020-01-01')
    await page.getByText('No task is like that.').waitFor()
    await page.getByRole('button', { name: 'Clear the filters' }).click()
    await expect.poll(titles).toHaveLength(3)
    await page.locator('.task').first().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('.head h1').textContent()).toBe('Bad one')
    expect(problems).toEqual([])
  })
})
