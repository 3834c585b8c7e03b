import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Row } from '../bench/row.ts'
import { runFiles, startRun } from '../src/recorder/index.ts'
import type { Store } from '../src/store/index.ts'
import { completed, openHome } from './recorder.ts'
import { startServer } from './server.ts'

const WHAT = 'the disk fills while 3 streams arrive, and has room again later'
const STREAMS = 3
const DISK_MIB = 160
const BALLAST_BYTES = 140_000_000

/** Spools and store share a small disk that fills up. Mounting it is for root: whoever may not has measured nothing. */
export async function stressDisk(): Promise<Row> {
  const home = mkdtempSync(join(tmpdir(), 'agent-stream-stress-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m`, 'tmpfs', home])
  if (mounted.status !== 0) {
    rmSync(home, { recursive: true })
    const detail = 'NOT MEASURED: only root may mount a small disk'
    return {
      what: WHAT,
      figure: 'none',
      detail,
      target: 'nothing that reached the spool is lost',
      met: false,
    }
  }
  try {
    const store = await openHome(home)
    try {
      return await fillAndFree(home, store)
    } finally {
      await store.close()
    }
  } finally {
    spawnSync('umount', ['-l', home])
    rmSync(home, { recursive: true })
  }
}

async function fillAndFree(home: string, store: Store): Promise<Row> {
  const ballast = join(home, 'ballast')
  writeFileSync(ballast, Buffer.alloc(BALLAST_BYTES))
  const server = await startServer(home)
  const line = `{"type":"message","role":"assistant","text":"${'é'.repeat(400)}"}`
  // Each prints until the disk is full, and then says so by its exit code.
  const script = `n=0; while echo '${line}'; do n=$((n+1)); [ $((n % 200)) -ne 0 ] || sleep 0.05; done 2>/dev/null; exit 9`
  const start = { home, command: ['/bin/sh', '-c', script], protocol: 'jsonl', prompt: '' }
  const runs = await Promise.all(Array.from({ length: STREAMS }, () => startRun(store, start)))
  for (const end = Date.now() + 60_000; !/has no room/.test(server.said()); ) {
    if (Date.now() > end) throw new Error(`The server has not named the full disk: ${server.said()}`)
    await delay(100)
  }
  await delay(1_000)
  const load = await server.load(3_000)
  const stored = await Promise.all(
    runs.map(async ({ taskId }) => (await store.getTask(taskId))?.lastSeq ?? 0),
  )
  for (const { taskId } of runs) {
    const { status } = await fetch(`${server.url}/api/tasks/${taskId}/events?tail=1`)
    if (status !== 200) throw new Error(`With a full disk, reading a task is answered with ${status}.`)
  }
  rmSync(ballast)
  const freedAt = Date.now()
  await completed(store, 120_000)
  const seconds = (Date.now() - freedAt) / 1_000
  await server.stop()
  await store.checkIntegrity()
  let bytes = 0
  for (const [index, { taskId, runId }] of runs.entries()) {
    bytes += await checkWhole(store, taskId, runId)
    const last = (await store.getTask(taskId))?.lastSeq ?? 0
    if (last <= (stored[index] ?? 0))
      throw new Error(`Nothing was added to task ${taskId} after the disk had room.`)
  }
  return {
    what: WHAT,
    figure: `all ${(bytes / 1e6).toFixed(1)} MB of the spools are stored`,
    detail: `complete ${seconds.toFixed(0)} s after there was room, exit codes too; the server named the full disk, answered readers, and used ${(load * 100).toFixed(0)} % of a processor meanwhile`,
    target: 'nothing that reached the spool is lost, complete within 60 s, at most 20 % of a processor',
    met: seconds < 60 && load < 0.2,
  }
}

/** How many bytes of a run are stored, which are all that its spool has, and one event for each line. */
async function checkWhole(store: Store, taskId: string, runId: string): Promise<number> {
  const run = await store.getRun(runId)
  if (run?.exitCode !== 9) throw new Error(`Run ${runId} ended with ${run?.exitCode ?? run?.signal}.`)
  const spool = readFileSync(runFiles(run.folder ?? '').stdout)
  const lines = await store.readLines(runId, 0, 10_000_000)
  const stored = Buffer.concat(
    lines.flatMap(({ source }) => [Buffer.from(source as string), Buffer.from('\n')]),
  )
  // A full disk may have cut the last line.
  if (!stored.subarray(0, spool.length).equals(spool) || stored.length > spool.length + 1)
    throw new Error(`${stored.length} bytes of run ${runId} are stored, its spool has ${spool.length}.`)
  const events = (await store.getTask(taskId))?.lastSeq ?? 0
  if (events !== lines.length + 1)
    throw new Error(`Task ${taskId} has ${events} events for ${lines.length} lines.`)
  return spool.length
}
