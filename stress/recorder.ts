import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Store } from '../src/store/index.ts'

// The built library, as it is installed.
const { openStore, storePathOf }: typeof import('../src/store/index.ts') = await import(
  new URL('../dist/store/index.js', import.meta.url).href
)

/** A home of its own with its store, for as long as `work` takes. */
export async function withHome<T>(work: (home: string, store: Store) => Promise<T>): Promise<T> {
  const home = await mkdtemp(join(tmpdir(), 'agent-stream-stress-'))
  const store = await openHome(home)
  try {
    return await work(home, store)
  } finally {
    await store.close()
    await rm(home, { recursive: true, force: true })
  }
}

/** The store of a home. */
export function openHome(home: string): Promise<Store> {
  return openStore(storePathOf(home))
}

/** A process that brings in every run of a home; it is up when this resolves. Throws where it ends at once. */
export async function startRecorder(home: string): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('recorder-process.mjs', import.meta.url))
  const child = spawn(process.execPath, [script, home], { stdio: ['ignore', 'pipe', 'inherit'] })
  const isUp = once(child.stdout as NodeJS.ReadableStream, 'data').then(() => true)
  if (await Promise.race([isUp, once(child, 'exit').then(() => false)])) return child
  throw new Error(`The recorder ended at its start, with code ${child.exitCode}.`)
}

/** Kills a recorder, and gives the most memory that it ever had (bytes). Throws where it had ended by itself. */
export async function killRecorder(child: ChildProcess): Promise<number> {
  if (child.exitCode !== null) throw new Error(`The recorder ended by itself, with code ${child.exitCode}.`)
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) * 1_024
}

/** Resolves when all runs are complete. Throws after the limit. */
export async function completed(store: Store, limitMs: number): Promise<void> {
  for (const end = Date.now() + limitMs; Date.now() < end; ) {
    if ((await store.listOpenRuns()).length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`Runs are still open after ${limitMs / 1_000} s.`)
}
