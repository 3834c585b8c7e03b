import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { recordRun, startRun } from '../../src/recorder/index.ts'
import { createApp, serve } from '../../src/server/index.ts'
import { CHROMIUM, HOW_TO_GET_CHROMIUM, launchBrowser } from './chromium.ts'
import { openPage, recordFile, WEB_ROOT } from './open-page.ts'

const FIXTURES = fileURLToPath(new URL('../../fixtures', import.meta.url))
const DEMO = fileURLToPath(new URL('../../demo/harness.mjs', import.meta.url))

if (!CHROMIUM) console.warn(`Browser tests ${HOW_TO_GET_CHROMIUM}`)

describe.skipIf(!CHROMIUM)('the page', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  const open = (colorScheme: 'light' | 'dark' = 'light') => openPage(browser, { colorScheme })

  it('shows a session growing, to its end', async () => {
    const opened = await open()
    const { page, server, store, home, problems } = opened
    const command = [process.execPath, DEMO, '--speed', '4', '--output-format', 'x']
    const { taskId, runId } = await startRun(store, {
      home,
      command,
      protocol: 'claude-json',
      prompt: 'Fix sum()',
    })
    const recording = recordRun(store, runId)
    await page.goto(`${server.url}/tasks/${taskId}`)
    await page.getByText('running').first().waitFor()
    await page.getByText('npm test 2>&1 | tail -12').waitFor()
    await page.getByText('Turn ended').waitFor()
    await recording
    await expect.poll(() => page.locator('.head .st').textContent()).toBe('done')
    await expect.poll(() => page.locator('.recap').textContent()).toContain('1,202')
    expect(problems).toEqual([])
  })

  it('after a broken connection it goes on where it was: nothing lost, nothing twice', async () => {
    const opened = await open()
    const { page, server, store, home } = opened
    const script =
      'for i in $(seq 1 60); do echo "{\\"type\\":\\"message\\",\\"role\\":\\"assistant\\",\\"text\\":\\"number $i.\\"}"; sleep 0.05; done'
    const command = ['/bin/sh', '-c', script]
    const { taskId, runId } = await startRun(store, { home, command, protocol: 'jsonl', prompt: 'Count' })
    const recording = recordRun(store, runId)
    await page.goto(`${server.url}/tasks/${taskId}`)
    await page.getByText('number 5.').waitFor()
    await server.close()
    await page.getByText('Connection lost.').waitFor()
    await recording
    const app = createApp({ store, webRoot: WEB_ROOT, version: 'test' })
    const again = await serve({ app, port: server.port })
    onTestFinished(() => again.close())
    await page.getByText('number 60.').waitFor({ timeout: 20_000 })
    await page.locator('.feed').evaluate((feed) => feed.scrollTo(0, 0))
    const texts = new Set<string>()
    for (let step = 0; step < 20; step++) {
      for (const text of await page.locator('[data-kind=message] .md').allTextContents())
        texts.add(text.trim())
      await page.locator('.feed').evaluate((feed) => feed.scrollBy(0, 300))
      await page.waitForTimeout(50)
    }
    expect([...texts].sort()).toEqual(Array.from({ length: 60 }, (_, index) => `number ${index + 1}.`).sort())
    const seqs = await page
      .locator('.rows-all > li')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-seq')))
    expect(new Set(seqs).size).toBe(seqs.length)
  })

  it('opens a long session at its end, loads older rows on the way up without a jump, and finds a linked event', async () => {
    const opened = await open()
    const { page, server, store, home } = opened
    const line = '{"type":"message","role":"assistant","text":"number $i."}'
    const script = `i=0; while [ $i -lt 1500 ]; do i=$((i+1)); echo "${line.replaceAll('"', '\\"')}"; done`
    const command = ['/bin/sh', '-c', script]
    const { taskId, runId } = await startRun(store, { home, command, protocol: 'jsonl', prompt: 'Count' })
    await recordRun(store, runId)
    await page.goto(`${server.url}/tasks/${taskId}`)
    await page.getByText('number 1500.').waitFor()
    const feed = page.locator('.feed')
    await expect
      .poll(() => feed.evaluate((node) => node.scrollHeight - node.scrollTop - node.clientHeight))
      .toBeLessThan(60)
    expect(await page.locator('.rows-all > li').count()).toBeLessThan(120)

    const topText = () =>
      feed.evaluate((node) => {
        const edge = node.getBoundingClientRect().top + 60
        const rows = [...node.querySelectorAll('.rows-all > li')]
        return rows.find((row) => row.getBoundingClientRect().top >= edge)?.textContent ?? ''
      })
    await feed.evaluate((node) => {
      node.scrollTop = 300
    })
    const before = await topText()
    await expect.poll(() => feed.evaluate((node) => node.scrollTop)).toBeGreaterThan(2_000)
    const after = await topText()
    const numberIn = (text: string) => Number(/number (\d+)/.exec(text)?.[1])
    expect(Math.abs(numberIn(after) - numberIn(before))).toBeLessThanOrEqual(2)

    await page.goto(`${server.url}/tasks/${taskId}#40`)
    await page.reload()
    await page.locator('li.cursor[data-seq="40"]').waitFor()
    await page.getByText('number 39.').waitFor()
  })

  it('whatever a harness prints stays text (B114)', async () => {
    const opened = await open()
    const { page, server } = opened
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.goto(`${server.url}/tasks/${await recordFile(opened, 'cases/B114/input.jsonl')}`)
    await page.getByText('Turn ended').or(page.getByText('No result')).first().waitFor()
    await page.keyboard.press('r')
    const text = await page.locator('.feed').textContent()
    const { expect: right } = JSON.parse(readFileSync(`${FIXTURES}/cases/B114/case.json`, 'utf8'))
    expect(text).toContain(right.timeline.visibleText[0])
    expect(await page.locator('.feed script, .feed img').count()).toBe(0)
    expect(requests.filter((url) => !url.startsWith(server.url))).toEqual([])
  })

  it('hides raw rows behind a toggle that says how many there are (B122)', async () => {
    const opened = await open()
    const { page, server } = opened
    await page.goto(`${server.url}/tasks/${await recordFile(opened, 'cases/B122/input.jsonl')}`)
    const toggle = page.getByRole('button', { name: 'Raw, 2 rows' })
    await toggle.waitFor()
    expect(await page.locator('[data-kind=raw]').count()).toBe(0)
    await toggle.click()
    await expect.poll(() => page.locator('[data-kind=raw]').count()).toBe(2)
  })

  it('shows the output of a program that gives no events', async () => {
    const opened = await open()
    const { page, server, store, home } = opened
    const command = ['/bin/sh', '-c', 'echo plain words; echo trouble >&2']
    const { taskId, runId } = await startRun(store, { home, command, protocol: 'none', prompt: '' })
    await recordRun(store, runId)
    await page.goto(`${server.url}/tasks/${taskId}`)
    await page.locator('.plain-text').getByText('plain words').waitFor()
    await page.locator('.plain-text').getByText('trouble').waitFor()
  })

  it('follows output at its end only, and does not mix tasks', async () => {
    const opened = await open()
    const { page, server, store, home } = opened
    const record = async (script: string) => {
      const command = ['/bin/sh', '-c', script]
      const { taskId, runId } = await startRun(store, { home, command, protocol: 'none', prompt: '' })
      return { taskId, recorded: recordRun(store, runId) }
    }
    const short = await record('echo another program')
    await short.recorded
    const go = `${home}/go`
    const wait = `until [ -e ${go} ]; do sleep 0.1; done; rm ${go}`
    const long = await record(`seq 1 300; ${wait}; echo the second part; ${wait}; echo the third part`)
    await page.goto(`${server.url}/tasks/${long.taskId}`)
    const feed = page.locator('.feed.plain')
    const fromEnd = () => feed.evaluate((one) => one.scrollHeight - one.scrollTop - one.clientHeight)
    await feed.getByText('300').waitFor()
    expect(await fromEnd()).toBeLessThan(2)

    await feed.evaluate((one) => one.scrollTo(0, 500))
    writeFileSync(go, '')
    await feed.getByText('the second part').waitFor()
    expect(await feed.evaluate((one) => one.scrollTop)).toBe(500)

    await feed.evaluate((one) => one.scrollTo(0, one.scrollHeight))
    writeFileSync(go, '')
    await feed.getByText('the third part').waitFor()
    await expect.poll(fromEnd).toBeLessThan(2)
    await long.recorded

    await page.locator(`.task[href$="${short.taskId}"]`).click()
    await feed.getByText('another program').waitFor()
    expect(await feed.textContent()).not.toContain('the third part')
  })

  it('exchanges the token of its address for a cookie, and shows nothing without it', async () => {
    const opened = await open()
    const { page, store, problems } = opened
    await recordFile(opened, 'cases/B122/input.jsonl')
    const app = createApp({ store, webRoot: WEB_ROOT, version: 'test', token: 'secret', requireToken: true })
    const guarded = await serve({ app, port: 0 })
    onTestFinished(() => guarded.close())
    await page.goto(guarded.url)
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    expect(await page.locator('.task').count()).toBe(0)
    problems.length = 0
    await page.goto(`${guarded.url}/#token=secret`)
    await page.reload()
    await page.locator('.task').first().waitFor()
    expect(page.url()).not.toContain('secret')
    expect(await page.evaluate('document.cookie')).toBe('')
  })

  for (const theme of ['light', 'dark'] as const) {
    for (const width of [360, 1280, 1920]) {
      it(`has no accessibility violation in the ${theme} theme, ${width} px wide`, async () => {
        const opened = await openPage(browser, { colorScheme: theme, width, token: 'secret' })
        const { page, server } = opened
        const id = await recordFile(opened, 'recordings/claude/2.1.332/demo-fix-bug.jsonl')
        await page.goto(`${server.url}/#token=secret`)
        await page.goto(`${server.url}/tasks/${id}`)
        await page.getByText('Turn ended').waitFor()
        await page.getByRole('slider').waitFor()
        expect(await violations(page)).toEqual([])
        await page.keyboard.press('/')
        await page.keyboard.type('sum')
        await page
          .locator('.findbar')
          .getByText(/^\d+ of \d+/)
          .waitFor()
        expect(await violations(page)).toEqual([])
        await page.keyboard.press('Escape')
        await page.locator('.feed').focus()
        await page.keyboard.press('?')
        await page.getByRole('dialog').waitFor()
        expect(await violations(page)).toEqual([])
        await page.goto(`${server.url}/usage`)
        await page.getByRole('region', { name: 'Usage by harness' }).waitFor()
        expect(await violations(page)).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      })
    }
  }

  /** What axe finds, by the test's own script, past the page's policy. */
  async function violations(page: Page): Promise<string[]> {
    await page.evaluate(axe.source)
    const found = (await page.evaluate('axe.run()')) as {
      violations: { id: string; nodes: { html: string }[] }[]
    }
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  }
})
