import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHROMIUM, launchBrowser } from './chromium.ts'
import { openPage, recordFile } from './open-page.ts'

describe.skipIf(!CHROMIUM)('the usage page', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  it('says what was consumed, in any grouping, and as a file', async () => {
    const opened = await openPage(browser)
    const { page, server, store, problems } = opened
    const id = await recordFile(opened, 'recordings/claude/2.1.332/demo-fix-bug.jsonl')
    const usage = (await store.getTask(id))?.state?.usage
    await page.goto(server.url)
    await page.keyboard.press('g')
    await page.keyboard.press('u')
    await page.getByRole('heading', { name: 'Usage' }).waitFor()
    const table = page.getByRole('region', { name: 'Usage by harness' })
    await table.getByText('Claude Code').waitFor()
    expect(await table.locator('tfoot').textContent()).toContain('$0.098')
    await page.getByRole('button', { name: 'Task', exact: true }).click()
    await page.getByRole('region', { name: 'Usage by task' }).getByRole('link', { name: 'Do it' }).waitFor()
    expect(page.url()).toContain('/usage?days=30&by=task')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ])
    const [, row = ''] = readFileSync(await download.path(), 'utf8').split('\r\n')
    const { cacheReadTokens, cacheCreationTokens, outputTokens, inputTokens } = usage ?? {}
    expect(row).toContain(`${id},Do it,1,`)
    expect(row).toContain([cacheReadTokens, cacheCreationTokens, outputTokens, inputTokens].join(','))
    await page.reload()
    await page.getByRole('region', { name: 'Usage by task' }).waitFor()
    await page.goBack()
    await page.locator('.task').first().waitFor()
    expect(problems).toEqual([])
  })
})
