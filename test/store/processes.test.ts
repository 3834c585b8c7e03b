import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { beforeAll, expect, it } from 'vitest'
import { createId, openStore, type Store, type StoredEvent, storePathOf } from '../../src/store/index.ts'
import { LINES_A_BATCH, makeBatch, type Place, textsOfBatch } from './batches.ts'
import { newFolder } from './folders.ts'

const BATCHES = 80
const PROGRAM = fileURLToPath(new URL('../../.cache/writer-process.mjs', import.meta.url))

beforeAll(() =>
  build({
    entryPoints: [fileURLToPath(new URL('writer-process.ts', import.meta.url))],
    outfile: PROGRAM,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  }),
)

it('three processes write and one reads; of one that is killed, every acknowledged batch is there', async () => {
  // All of them make the store at the same moment.
  const path = storePathOf(join(newFolder(), 'home'))
  const writers = [startWriter(path), startWriter(path), startWriter(path)] as const
  await Promise.race(writers.map((writer) => writer.acknowledges(1)))
  const reader = await openStore(path)
  const seen = new Map<string, StoredEvent[]>(writers.map(({ taskId }) => [taskId, []]))
  const readOn = async (): Promise<void> => {
    for (const [taskId, events] of seen) {
      if (!(await reader.getTask(taskId))) continue
      events.push(...(await reader.readEvents({ taskId, since: events.length, limit: 2_000 })).events)
    }
  }
  let reading = Promise.resolve()
  const stop = reader.onChange(() => {
    reading = reading.then(readOn)
  })

  const victim = writers[1]
  await victim.acknowledges(25 * LINES_A_BATCH)
  victim.child.kill('SIGKILL')
  await Promise.all(writers.map((writer) => writer.ended))
  stop()
  await reading
  for (let before = -1; before !== count(seen); ) {
    before = count(seen)
    await readOn()
  }

  expect(writers.map(({ child }) => child.exitCode ?? child.signalCode)).toEqual([0, 'SIGKILL', 0])
  await reader.checkIntegrity()
  for (const writer of writers) {
    const { taskId, runId } = writer
    const events = seen.get(taskId) ?? []
    const batches = events.length / LINES_A_BATCH
    // What the reader saw while they wrote is what is stored: whole batches, in order, nothing twice.
    const expected = Array.from({ length: batches }, (_, batch) => textsOfBatch(runId, batch)).flat()
    expect(events.map((event) => event.seq)).toEqual(expected.map((_, index) => index + 1))
    expect(events.map((event) => event.payload.text)).toEqual(expected)
    expect((await reader.readLines(runId, 0, 10_000)).map((line) => line.source)).toEqual(expected)
    expect((await reader.getTask(taskId))?.lastSeq).toBe(events.length)
    if (writer === victim) {
      // The kill may have come between a commit and its acknowledgement.
      const unsaid = events.length - writer.acknowledged()
      expect([0, LINES_A_BATCH]).toContain(unsaid)
      expect(batches).toBeLessThan(BATCHES)
    } else {
      expect(writer.acknowledged()).toBe(BATCHES * LINES_A_BATCH)
      expect(batches).toBe(BATCHES)
    }
  }
  await goOn(reader, victim)
  await reader.close()
})

/** Takes the run of a dead writer over, once its lease has run out. */
async function goOn(store: Store, { taskId, runId }: Place): Promise<void> {
  let lease: string | null = null
  await expect
    .poll(async () => {
      lease = await store.acquireLease(runId, 'heir', 60_000)
      return lease
    })
    .not.toBeNull()
  const cursor = Number((await store.getRun(runId))?.cursor)
  const lastSeq = Number((await store.getTask(taskId))?.lastSeq)
  const batch = makeBatch({ taskId, runId }, String(lease), cursor, ['the next line'])
  expect(await store.commitBatch(batch)).toBe(lastSeq + 1)
}

type Writer = Place & {
  child: ChildProcess
  ended: Promise<unknown>
  /** The last seq that the writer said is stored. */
  acknowledged(): number
  /** Resolves when the writer has said that seq, or a later one; rejects when it ends before. */
  acknowledges(seq: number): Promise<void>
}

function startWriter(path: string): Writer {
  const place = { taskId: createId(), runId: createId() }
  const child = spawn(process.execPath, [PROGRAM, path, place.taskId, place.runId, String(BATCHES)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  let last = 0
  lines.on('line', (line) => {
    last = Number(line)
  })
  const ended = Promise.all([once(child, 'exit'), once(lines, 'close')])
  return {
    ...place,
    child,
    ended,
    acknowledged: () => last,
    async acknowledges(seq) {
      while (last < seq) {
        await Promise.race([once(lines, 'line'), ended])
        if (child.exitCode !== null)
          throw new Error(`The writer ended with ${child.exitCode} at seq ${last}.`)
      }
    },
  }
}

function count(seen: ReadonlyMap<string, StoredEvent[]>): number {
  return [...seen.values()].reduce((sum, events) => sum + events.length, 0)
}
