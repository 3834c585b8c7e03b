import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { recordRun, startRun } from '../../src/recorder/index.ts'
import { KEY_MAP } from '../../src/web/keys/key-map.ts'
import { CHROMIUM, launchBrowser } from './chromium.ts'
import { type OpenedPage, openPage, recordFile } from './open-page.ts'

describe.skipIf(!CHROMIUM)('reading a session', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  /** A page on events of our own vocabulary. */
  async function openEvents(events: readonly object[]): Promise<OpenedPage> {
    const opened = await openPage(browser)
    const { store, home, page, server } = opened
    const folder = mkdtempSync(join(tmpdir(), 'agent-stream-reading-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'lines.jsonl')
    writeFileSync(file, `${events.map((event) => JSON.stringify(event)).join('\n')}\n`)
    const { taskId, runId } = await startRun(store, {
      home,
      command: ['cat', file],
      protocol: 'jsonl',
      prompt: 'Look around',
    })
    await recordRun(store, runId)
    await page.goto(`${server.url}/tasks/${taskId}`)
    return opened
  }

  const call = (callId: string, name: string, input: object, more: object = {}) => ({
    type: 'tool.call',
    callId,
    name,
    input: JSON.stringify(input),
    truncated: false,
    ...more,
  })
  const result = (callId: string, output: string, more: object = {}) => ({
    type: 'tool.result',
    callId,
    isError: false,
    output,
    truncated: false,
    ...more,
  })
  const rowOf = (page: Page, text: string) => page.locator('.rows-all > li').filter({ hasText: text })

  it('finds words in the whole session, also in what is folded, and steps around', async () => {
    const { page, problems } = await openEvents([
      call('a', 'Agent', { description: 'Count', prompt: 'Count.' }),
      call('b', 'Read', { file_path: 'x.js' }, { parentCallId: 'a' }),
      result('b', 'the needle is here', { parentCallId: 'a' }),
      result('a', 'Counted.'),
      { type: 'message', role: 'assistant', text: 'A Needle of another kind.', truncated: false },
    ])
    await page.getByText('Counted.').first().waitFor({ state: 'detached' })
    expect(await page.getByText('the needle is here').count()).toBe(0)
    await page.keyboard.press('/')
    await page.keyboard.type('needle')
    await page.locator('.findbar').getByText('1 of 2').waitFor()
    await page.getByText('the needle is here').waitFor()
    await page.keyboard.press('Enter')
    await page.locator('.findbar').getByText('2 of 2').waitFor()
    await expect.poll(() => page.locator('li.cursor').textContent()).toContain('A Needle')
    await page.keyboard.press('Enter')
    await page.locator('.findbar').getByText('1 of 2').waitFor()
    await page.keyboard.press('Shift+Enter')
    await page.locator('.findbar').getByText('2 of 2').waitFor()
    expect(await page.evaluate('CSS.highlights.get("find").size')).toBeGreaterThan(0)
    await page.getByRole('textbox', { name: 'Find in this task' }).fill('nothing like it')
    await page.locator('.findbar').getByText('No match').waitFor()
    await page.keyboard.press('Escape')
    expect(await page.locator('.findbar').isVisible()).toBe(false)
    expect(problems).toEqual([])
  })

  it('has raw rows, the words that are looked for and the place in its address', async () => {
    const { page } = await openEvents([
      { type: 'raw', json: { odd: true } },
      { type: 'message', role: 'assistant', text: 'The needle.', truncated: false },
      { type: 'message', role: 'assistant', text: 'The end.', truncated: false },
    ])
    await page.getByText('The end.').waitFor()
    await page.keyboard.press('r')
    await page.locator('[data-kind=raw]').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('needle')
    await page.locator('.findbar').getByText('1 of 1').waitFor()
    expect(new URL(page.url()).search).toBe('?raw=1&find=needle')
    await page.goto(`${page.url()}#2`)
    await page.reload()
    await page.locator('li.cursor[data-seq="2"]').waitFor()
    await page.locator('.findbar').getByText('1', { exact: true }).waitFor()
    await page.locator('[data-kind=raw]').waitFor()
    await page.getByLabel('Close the search').click()
    await expect.poll(() => new URL(page.url()).search).toBe('?raw=1')
  })

  it('folds lanes that ended well and quiet looks, and opens both', async () => {
    const looks = [1, 2, 3, 4].flatMap((number) => [
      call(`r${number}`, 'Read', { file_path: `src/${number}.js` }),
      result(`r${number}`, 'text'),
    ])
    const inside = { parentCallId: 'a' }
    const { page } = await openEvents([
      call('a', 'Agent', { description: 'Count the files', prompt: 'Count.' }),
      call('b', 'Bash', { command: 'pwd' }, inside),
      result('b', 'x', inside),
      { type: 'message', role: 'assistant', text: 'Two files.', truncated: false, ...inside },
      result('a', 'Two files.'),
      ...looks,
    ])
    const agent = rowOf(page, 'Count the files')
    await agent.getByText('1 call').waitFor()
    await agent.getByText('Two files.').waitFor()
    expect(await rowOf(page, 'pwd').count()).toBe(0)
    await agent.getByRole('button', { name: /^Agent/ }).click()
    await page.locator('li.d1').filter({ hasText: 'Run' }).waitFor()
    const looked = rowOf(page, 'Looked')
    await looked.getByText('1.js, 2.js and 2 more').waitFor()
    await looked.getByRole('button').first().click()
    await rowOf(page, 'src/4.js').waitFor()
    await page.keyboard.press('E')
    await expect.poll(() => rowOf(page, 'src/4.js').count()).toBe(0)
    await page.keyboard.press('E')
    await rowOf(page, 'src/4.js').waitFor()
  })

  it('shows edits with the words that changed, in one column or in two', async () => {
    const opened = await openPage(browser)
    const { page, server } = opened
    const id = await recordFile(opened, 'recordings/claude/2.1.332/demo-fix-bug.jsonl')
    await page.goto(`${server.url}/tasks/${id}`)
    const marks = page.locator('.diff mark')
    await expect.poll(() => marks.allTextContents()).toEqual(['1', '0'])
    await page.keyboard.press('d')
    await page.locator('.diff.split').waitFor()
    await page.reload()
    await page.locator('.diff.split').waitFor()
  })

  it('shows hits of a search with their place, JSON as a tree, and the end of long output', async () => {
    const { page } = await openEvents([
      call('g', 'Grep', { pattern: 'sum(' }),
      result('g', ['a.js:1:sum(1)', 'a.js:2:sum(2)', 'b.js:3:sum(3)', 'b.js:4:sum(4)'].join('\n')),
      call('m', 'mcp__tiny__report', { steps: [{ run: 'npm test' }], dry: true }),
      result('m', '{"rows":[1,2,3]}'),
      call('s', 'Bash', { command: 'seq 1 100' }),
      result('s', Array.from({ length: 100 }, (_, line) => `${line + 1}`).join('\n')),
    ])
    const search = rowOf(page, 'Search')
    await search.getByText('4 in 2 files').waitFor()
    await search.getByRole('button').first().click()
    await expect.poll(() => search.locator('.hits mark').count()).toBe(3)
    await search.getByText('1 more match').click()
    await expect.poll(() => search.locator('.hits mark').count()).toBe(4)
    const tool = rowOf(page, 'report')
    await tool.getByRole('button').first().click()
    await tool.getByRole('button', { name: /steps 1 item/ }).click()
    await tool.getByRole('button', { name: /0 \{ run \}/ }).click()
    await tool.getByText('"npm test"', { exact: true }).waitFor()
    const run = rowOf(page, 'seq 1 100')
    await run.getByText('80 more lines').click()
    await expect.poll(() => run.locator('.out').last().textContent()).toContain('\n50\n')
  })

  it('says every key that acts, and every key that it says acts', async () => {
    const said = KEY_MAP.flatMap(({ keys }) => keys.map(([key]) => key))
    const { page } = await openEvents([
      { type: 'message', role: 'assistant', text: 'Hello.', truncated: false },
    ])
    await page.getByText('Hello.').waitFor()
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard' })
    await dialog.waitFor()
    expect(await dialog.locator('dt').allTextContents()).toEqual(said.map((key) => key.replaceAll(' ', '')))
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    const sources = ['app.tsx', 'stage.tsx', 'timeline/feed-keys.ts'].map((file) =>
      readFileSync(new URL(`../../src/web/${file}`, import.meta.url), 'utf8'),
    )
    for (const key of said) {
      const isWord = /^\w$/.test(key)
      expect(
        sources.some(
          (source) => source.includes(isWord ? `    ${key}: ` : `'${key}': `) || source.includes(` ${key}: `),
        ),
      ).toBe(true)
    }
  })
})
