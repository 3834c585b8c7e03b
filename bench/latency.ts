import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createParser } from 'eventsource-parser'
import { median } from './measure.ts'
import type { Row } from './row.ts'

const LINES = 150
const PAUSE_MS = 40
const TARGET_MS = 50
const PATIENCE_MS = 30_000

/** Prints lines that state when they were printed, like a harness that thinks between them. */
const HARNESS = `
  const { setTimeout: delay } = require('node:timers/promises')
  ;(async () => {
    await delay(1500)
    for (let line = 0; line < ${LINES}; line++) {
      const text = String(performance.timeOrigin + performance.now())
      process.stdout.write(JSON.stringify({ type: 'message', role: 'assistant', text, truncated: false }) + '\\n')
      await delay(${PAUSE_MS})
    }
  })()`

/**
 * How long a line takes from a harness's `write` to a client of the task's SSE stream, through spool, recorder, store and
 * server; the recorder and the server are two processes. Needs the built package.
 */
export async function benchLatency(): Promise<Row[]> {
  const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))
  if (!existsSync(main)) throw new Error(`There is no ${main}. Run \`npm run build\` first.`)
  const home = mkdtempSync(join(tmpdir(), 'agent-stream-bench-'))
  const children: ChildProcess[] = []
  const start = (...args: string[]): ChildProcess => {
    const child = spawn(process.execPath, [main, ...args], {
      env: { ...process.env, AGENT_STREAM_HOME: home },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.push(child)
    return child
  }
  try {
    const url = await firstLine(start('serve', '--port', '0'))
    start('run', '--json', '--protocol', 'jsonl', '--', process.execPath, '-e', HARNESS).stdout?.resume()
    const delays = await readDelays(url, await newestTask(url))
    const sorted = [...delays].sort((a, b) => a - b)
    const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
    return [
      {
        what: `harness line to SSE client, ${delays.length} lines`,
        figure: `${median(delays).toFixed(1)} ms median`,
        detail: `95 % within ${p95.toFixed(1)} ms`,
        target: `at most ${TARGET_MS} ms`,
        met: median(delays) <= TARGET_MS,
      },
    ]
  } finally {
    await Promise.all(children.map(stop))
    rmSync(home, { recursive: true, force: true })
  }
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('The server has no stdout.')
  for await (const line of createInterface({ input: stdout })) return line.replace(/\/?#.*$/, '')
  throw new Error('The server printed no address.')
}

async function newestTask(url: string): Promise<string> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await delay(20)) {
    const { tasks } = (await (await fetch(`${url}/api/tasks`)).json()) as { tasks: { id: string }[] }
    if (tasks[0]) return tasks[0].id
  }
  throw new Error(`No task appeared at ${url} within ${PATIENCE_MS} ms.`)
}

async function readDelays(url: string, taskId: string): Promise<number[]> {
  const response = await fetch(`${url}/api/tasks/${taskId}/stream`, {
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  const delays: number[] = []
  const parser = createParser({
    onEvent: ({ event, data }) => {
      const now = performance.timeOrigin + performance.now()
      const { type, payload } = JSON.parse(data)
      if (event === 'event' && type === 'message' && payload.role === 'assistant')
        delays.push(now - Number(payload.text))
    },
  })
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    parser.feed(decoder.decode(chunk, { stream: true }))
    if (delays.length >= LINES) break
  }
  return delays
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}
