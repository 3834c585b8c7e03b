import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** The installed server, in a process of its own, with what it says and costs. */
export type StressServer = {
  url: string
  /** What it has said on stderr so far. */
  said(): string
  /** Bytes of memory that it holds now. */
  memory(): number
  /** Which part of one processor it uses, measured over a time. */
  load(ms: number): Promise<number>
  /** Ends it. Throws where it had ended by itself. */
  stop(): Promise<void>
}

/** Starts `agent-stream serve` on a home; it listens when this resolves. */
export async function startServer(home: string): Promise<StressServer> {
  const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))
  const child = spawn(process.execPath, [main, 'serve', '--port', '0', '--json'], {
    env: { ...process.env, AGENT_STREAM_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // What did not hold throws: the server must not outlive it.
  process.once('exit', () => child.kill('SIGKILL'))
  let said = ''
  child.stderr.on('data', (bytes) => {
    said += bytes
  })
  const [line] = await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error(`The server ended at its start: ${said}`))),
  ])
  const { url } = JSON.parse(String(line)) as { url: string }
  return {
    url,
    said: () => said,
    memory: () => Number(/^VmRSS:\s+(\d+) kB$/m.exec(readProc(child, 'status'))?.[1] ?? Number.NaN) * 1_024,
    async load(ms) {
      const before = processorMs(child)
      await delay(ms)
      return (processorMs(child) - before) / ms
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`The server ended by itself, with ${child.exitCode ?? child.signalCode}: ${said}`)
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** The processor time that a process has used so far, in ms; the kernel counts in hundredths of a second. */
function processorMs(child: ChildProcess): number {
  const stat = readProc(child, 'stat')
  const fields = stat.slice(stat.lastIndexOf(') ') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function readProc(child: ChildProcess, file: string): string {
  return readFileSync(`/proc/${child.pid}/${file}`, 'latin1')
}
