import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startRun } from '../../src/recorder/index.ts'
import { harness } from '../recorder/recorded.ts'
import { CHROMIUM, launchBrowser } from './chromium.ts'
import { type OpenedPage, openPage } from './open-page.ts'

const TOKEN = 'secret'
const CONVERSATION = [process.execPath, harness('conversation.mjs'), '--output-format', 'stream-json']

describe.skipIf(!CHROMIUM)('steering from the page', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  /** A conversation that began with a prompt, on the stage of a page that may steer. */
  async function converse(prompt: string): Promise<OpenedPage & { taskId: string }> {
    const opened = await openPage(browser, { token: TOKEN })
    const { store, home, page, server } = opened
    const start = { home, command: CONVERSATION, protocol: 'claude-stream', prompt, keepOpen: true }
    const { taskId } = await startRun(store, start)
    await page.goto(`${server.url}/#token=${TOKEN}`)
    await page.locator(`.task[href$="${taskId}"]`).click()
    return { ...opened, taskId }
  }

  it('replies, attaches a file, and stops the process when asked twice', async () => {
    const { page, store, taskId, problems } = await converse('one')
    await page.locator('.feed').getByText('heard one').waitFor()
    await page.getByLabel('Files to attach').setInputFiles(fileURLToPath(import.meta.url))
    await page.getByRole('button', { name: 'Remove steering.test.ts' }).waitFor()
    await page.getByRole('textbox', { name: 'Reply' }).fill('two words')
    await page.keyboard.press('Enter')
    await page.locator('.turn-row').getByText('two words').waitFor()
    await page.locator('.turn-row').getByText('steering.test.ts').waitFor()
    await page.locator('.feed').getByText('heard two words').waitFor()
    expect(await page.getByRole('textbox', { name: 'Reply' }).inputValue()).toBe('')
    await page.getByRole('button', { name: 'Stop the process' }).click()
    expect((await store.listRuns(taskId))[0]?.stoppedBy).toBeNull()
    await page.getByRole('button', { name: 'Stop it: press again' }).click()
    await expect.poll(async () => (await store.listRuns(taskId))[0]?.complete).toBe(true)
    await page.getByPlaceholder(/^Resumes session/).waitFor()
    expect(problems).toEqual([])
  })

  it('answers a permission request in its place, a refusal with its reason', async () => {
    const { page, store, taskId } = await converse('ask')
    await page.getByRole('heading', { name: 'Permission needed: Bash' }).waitFor()
    await expect.poll(() => page.title()).toContain('(needs you)')
    await page.getByRole('button', { name: 'Deny, and say why…' }).click()
    await page.getByLabel('Why not').fill('Not here.')
    await page.keyboard.press('Enter')
    await page.getByText('you answered: deny').waitFor()
    await page.locator('.feed').getByText('ask: deny').waitFor()
    expect((await store.getTask(taskId))?.state?.needs).toEqual([])
    await page.getByRole('textbox', { name: 'Reply' }).fill('ask again')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.locator('.feed').getByText('ask again: allow').waitFor()
  })

  it('interrupts the turn, and says why no words reach a task', async () => {
    const { page, store, home, taskId } = await converse('wait')
    await page.getByText('Session started').waitFor()
    await page.getByRole('button', { name: 'Interrupt the turn' }).click()
    await page.locator('.feed').getByText('Interrupted').waitFor()
    await expect.poll(async () => (await store.getTask(taskId))?.state?.status).toBe('waiting')
    const plain = await startRun(store, { home, command: ['true'], protocol: 'none', prompt: '' })
    await page.locator(`.task[href$="${plain.taskId}"]`).click()
    await page.getByText('No reply: its harness named no session.').waitFor()
  })

  it('only reads without the token, and says how to get it', async () => {
    const { page, server, store, home } = await openPage(browser, { token: TOKEN })
    const start = { home, command: CONVERSATION, protocol: 'claude-stream', prompt: 'ask', keepOpen: true }
    const { taskId } = await startRun(store, start)
    await page.goto(`${server.url}/tasks/${taskId}`)
    await page.getByText('Read only. To reply').waitFor()
    await page.getByText('Read only: answer it').waitFor()
    expect(await page.getByRole('button', { name: 'Allow' }).count()).toBe(0)
  })
})
