import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { type Json, listOf, objectOf, parseJson } from '../json.ts'
import { RUNNING_FILE } from '../scenarios/language.ts'
import { PLACES } from '../workspace.ts'
import type { Check, EndToEndCase } from './case.ts'

/** Where the built product is in the namespace. */
export const PRODUCT = '/opt/product'

const TOKEN = 'a-token-for-the-lab-and-nobody-else'
const PATIENCE_MS = 60_000
const LOOK_MS = 100

/** What a task looks like from outside. */
export type TaskView = { id: string; title: string; status: string; recap: Json; runs: Json[] }

/** agent-stream, used as a person and a program use it: by its command line and over HTTP. */
export type Product = {
  /** `agent-stream run` in front of the CLI; gives its exit code. */
  run(prompt: string, ...options: string[]): Promise<number | null>
  /** Any other command. */
  call(...args: string[]): Promise<{ code: number | null; stdout: string }>
  /** The one task. */
  task(): Promise<TaskView>
  /** Its events, without what nobody mapped. */
  events(): Promise<Json[]>
  /** Resolves when the task is in a status. */
  until(status: string): Promise<void>
  /** Resolves when the scripted command runs. */
  untilCommandRuns(): Promise<void>
  check(what: string, isMet: boolean, detail: string): void
}

/** Starts the server of agent-stream and gives what a case needs; `close` stops it. */
export async function openProduct(
  { program, args }: EndToEndCase,
  environment: Record<string, string>,
  checks: Check[],
): Promise<{ product: Product; close(): void }> {
  const env = {
    ...environment,
    AGENT_STREAM_HOME: join(PLACES.home, 'agent-stream'),
    AGENT_STREAM_TOKEN: TOKEN,
  }
  const main = `${PRODUCT}/dist/cli/main.js`
  const server = spawn(PLACES.node, [main, 'serve', '--port', '0'], { env, cwd: PLACES.work })
  const address = await firstLineOf(server)

  /** Not `spawnSync`: the model server answers in this process. */
  async function call(...words: string[]) {
    const child = spawn(PLACES.node, [main, ...words], {
      env,
      cwd: PLACES.work,
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: PATIENCE_MS,
      killSignal: 'SIGKILL',
    })
    const [stdout] = await Promise.all([text(child.stdout), once(child, 'close')])
    return { code: child.exitCode, stdout }
  }

  async function get(path: string): Promise<Json> {
    const response = await fetch(`${address}${path}`)
    return objectOf(parseJson(await response.text()))
  }

  async function task(): Promise<TaskView> {
    const [first] = listOf((await get('/api/tasks')).tasks)
    const whole = await get(`/api/tasks/${objectOf(first).id}`)
    return { ...objectOf(whole.task), runs: whole.runs } as unknown as TaskView
  }

  async function waitFor(what: string, isThere: () => Promise<boolean>): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS
    while (!(await isThere())) {
      if (performance.now() > deadline) throw new Error(`Waited in vain for ${what}.`)
      await delay(LOOK_MS)
    }
  }

  const product: Product = {
    run: async (prompt, ...options) =>
      (await call('run', '--prompt', prompt, ...options, '--', program, ...args)).code,
    call,
    task,
    async events() {
      const { id } = await task()
      return listOf((await get(`/api/tasks/${id}/events?since=0&limit=2000&raw=0`)).events).map(objectOf)
    },
    until: (status) => waitFor(`the status ${status}`, async () => (await task()).status === status),
    untilCommandRuns: () =>
      waitFor('the scripted command', async () => existsSync(join(PLACES.work, RUNNING_FILE))),
    check: (what, isMet, detail) => checks.push({ what, isMet, detail }),
  }
  return { product, close: () => server.kill('SIGTERM') }
}

async function firstLineOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout) for await (const line of createInterface({ input: stdout })) return line
  throw new Error('The server said no address.')
}
