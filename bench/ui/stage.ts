import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { openStore, type Store, storePathOf } from '../../src/store/index.ts'
import { launchBrowser } from '../../test/browser/chromium.ts'
import { createTaskWriter } from '../../test/browser/task-writer.ts'
import { claudeTurns } from './claude-session.ts'

/** A session in the store. */
export type LongTask = { taskId: string; events: number }

/** A server of its own process, its store, and a browser. */
export type BenchStage = { url: string; store: Store; browser: Browser; tasks: LongTask[] }

/**
 * Fills a store with sessions of so many events, serves it with the built package, and gives all of it to `work`. A
 * folder that is named is kept, and its sessions are used again.
 */
export async function withStage<T>(
  sizes: readonly number[],
  folder: string | undefined,
  work: (stage: BenchStage) => Promise<T>,
): Promise<T> {
  const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
  if (!existsSync(main)) throw new Error(`There is no ${main}. Run \`npm run build\` first.`)
  const home = folder ?? mkdtempSync(join(tmpdir(), 'agent-stream-bench-ui-'))
  const store = await openStore(storePathOf(home))
  const tasks: LongTask[] = []
  for (const size of sizes) tasks.push((await findTask(store, size)) ?? (await makeTask(store, size)))
  const env = { ...process.env, AGENT_STREAM_HOME: home }
  const server = spawn(process.execPath, [main, 'serve', '--port', '0'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const browser = await launchBrowser()
  try {
    return await work({ url: await firstLine(server), store, browser, tasks })
  } finally {
    await browser.close()
    await stop(server)
    await store.close()
    if (folder === undefined) rmSync(home, { recursive: true, force: true })
  }
}

function titleOf(size: number): string {
  return `${size.toLocaleString('en')} events`
}

async function findTask(store: Store, size: number): Promise<LongTask | null> {
  const { tasks } = await store.listTasks({ query: titleOf(size) })
  const task = tasks.find((one) => one.title === titleOf(size) && one.lastSeq >= size)
  return task ? { taskId: task.id, events: task.lastSeq } : null
}

async function makeTask(store: Store, size: number): Promise<LongTask> {
  const startAt = Date.UTC(2026, 10, 1)
  const writer = await createTaskWriter(store, { protocol: 'claude-json', title: titleOf(size), startAt })
  const turns = claudeTurns(size)
  for (let events = 0; events < size; ) {
    const entries = Array.from({ length: 40 }, () => turns.next().value ?? []).flat()
    await writer.write(entries)
    events = (await store.getTask(writer.taskId))?.lastSeq ?? 0
  }
  await writer.end()
  return { taskId: writer.taskId, events: (await store.getTask(writer.taskId))?.lastSeq ?? 0 }
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('The server has no stdout.')
  for await (const line of createInterface({ input: stdout })) return line.replace(/\/?#.*$/, '')
  throw new Error('The server printed no address.')
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}
