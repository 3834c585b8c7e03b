import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openStore, storePathOf } from '../../src/store/index.ts'
import { readRecorded } from '../recorder/recorded.ts'
import { makeHome, ROOT, readFirstLine, startCli } from './cli.ts'

const LINES = Array.from({ length: 40 }, (_, number) =>
  JSON.stringify({ type: 'message', text: `line ${number}` }),
)

const TOKEN = 'a-token-that-nobody-will-ever-guess'

async function serve(home: string, port = '0'): Promise<{ server: ChildProcess; url: URL }> {
  const args = ['serve', '--port', port, '--require-token']
  const server = startCli(args, { home, env: { AGENT_STREAM_TOKEN: TOKEN } })
  return { server, url: new URL(await readFirstLine(server)) }
}

function startWorker({ origin }: URL, command: readonly string[]): ChildProcess {
  const env = { AGENT_STREAM_URL: origin, AGENT_STREAM_TOKEN: TOKEN }
  return spawn(join(ROOT, 'docs/worker.sh'), ['jsonl', ...command], { env: { ...process.env, ...env } })
}

it('the worker of the docs records a harness of another machine, also across a crash of the server', {
  timeout: 60_000,
}, async () => {
  const home = await makeHome()
  const folder = await mkdtemp(join(tmpdir(), 'agent-stream-worker-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const printed = join(folder, 'printed')
  await writeFile(printed, `${LINES.join('\n')}\n`)
  const { server, url } = await serve(home)
  const script = `while IFS= read -r line; do printf '%s\\n' "$line"; sleep 0.05; done <${printed}; exit 3`
  const worker = startWorker(url, ['/bin/sh', '-c', script])
  const ended = once(worker, 'close')
  const store = await openStore(storePathOf(home))
  onTestFinished(() => store.close())
  const runs = async () => await store.listOpenRuns()
  await expect.poll(async () => (await runs())[0]?.cursor ?? 0, { timeout: 15_000 }).toBeGreaterThan(0)
  const [run] = await runs()
  if (!run) throw new Error('There is no run.')
  server.kill('SIGKILL')
  await once(server, 'close')
  await serve(home, url.port)
  await expect.poll(async () => (await store.getRun(run.id))?.complete, { timeout: 40_000 }).toBe(true)
  expect((await ended)[0]).toBe(3)
  const recorded = await readRecorded(store, run.taskId, run.id)
  expect(recorded.lines.map(({ source }) => source)).toEqual(LINES)
  expect(recorded.run).toMatchObject({ exitCode: 3, protocol: 'jsonl' })
})
