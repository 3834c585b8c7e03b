import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { adoptRuns, recordRun, startRun, stopRun } from '../../src/recorder/index.ts'
import { createApp, type RunningServer, serve } from '../../src/server/index.ts'
import type { Store } from '../../src/store/index.ts'
import { openHome } from '../recorder/recorded.ts'

/** The built page. */
export const WEB_ROOT: string = fileURLToPath(new URL('../../dist/web', import.meta.url))

const FIXTURES = fileURLToPath(new URL('../../fixtures', import.meta.url))

/** What the page is opened with. */
export type OpenPageOptions = {
  colorScheme?: 'light' | 'dark'
  width?: number
  /** The server starts and steers runs for who shows it, and records them. */
  token?: string
}

/** A page on a server with a store of its own, and what it complained about. */
export type OpenedPage = { store: Store; home: string; server: RunningServer; page: Page; problems: string[] }

/** Serves a store of its own and opens an empty page; all of it ends with the test. */
export async function openPage(
  browser: Browser,
  { colorScheme = 'light', width = 1280, token }: OpenPageOptions = {},
): Promise<OpenedPage> {
  const { home, store } = await openHome()
  const app = createApp({ store, home, webRoot: WEB_ROOT, version: 'test', ...(token ? { token } : {}) })
  const server = await serve({ app, port: 0 })
  const stopping = new AbortController()
  const adopted = token ? adoptRuns(store, { home, signal: stopping.signal, intervalMs: 20 }) : null
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  onTestFinished(async () => {
    await context.close()
    await server.close()
    for (const { id } of await store.listOpenRuns()) await stopRun(store, id, { graceMs: 200 })
    stopping.abort()
    await adopted
  })
  return { store, home, server, page, problems }
}

/** Records a file of lines as a task; gives its id. */
export async function recordFile(
  { store, home }: OpenedPage,
  file: string,
  protocol = 'claude-json',
): Promise<string> {
  const command = ['/bin/sh', '-c', `cat >/dev/null; cat ${FIXTURES}/${file}`]
  const { taskId, runId } = await startRun(store, { home, command, protocol, prompt: 'Do it' })
  await recordRun(store, runId)
  return taskId
}
