import { describe, expect, it } from 'vitest'
import { applyEvent, createSession, FOLD_VERSION, viewOf } from '../../src/index.ts'
import { openDatabase } from '../../src/store/engine.ts'
import { type Batch, openStore, type Store, storePathOf } from '../../src/store/index.ts'
import { packSpans, unpackSpans } from '../../src/store/span-block.ts'
import { type RecordedEvents, recordedEvents } from '../recorded-events.ts'
import { addTask, eventOf, makeBatch, message, type Place } from './batches.ts'
import { newFolder } from './folders.ts'

const recordings = recordedEvents().filter((_, index) => index % 60 === 0)

/** Everything that is told of a task besides its events. */
async function outlineOf(store: Store, taskId: string) {
  return {
    turns: await store.readTurns({ taskId, limit: 2_000 }),
    strip: await store.readStrip({ taskId, buckets: 100 }),
  }
}

/** Writes a recording in batches of so many events; gives the lease. */
async function write(store: Store, place: Place, { events }: RecordedEvents, size: number): Promise<string> {
  const lease = String(await store.acquireLease(place.runId, 'test', 60_000))
  const state = createSession()
  for (let at = 0; at < events.length; at += size) {
    const part = events.slice(at, at + size)
    for (const event of part) applyEvent(state, event, { run: place.runId })
    const batch: Batch = {
      ...makeBatch(place, lease, at, []),
      toCursor: at + part.length,
      events: part.map((event, index) => ({ ...eventOf(event, at + index), ts: event.ts, index: 0 })),
      state: viewOf(state),
      foldVersion: FOLD_VERSION,
    }
    await store.commitBatch(batch)
  }
  return lease
}

describe('the outline of a task', () => {
  it('is the same however its events were written, and when it is made again from them', async () => {
    expect(recordings.length).toBeGreaterThan(10)
    for (const recording of recordings) {
      const path = storePathOf(newFolder())
      const store = await openStore(path)
      const [whole, small] = [await addTask(store), await addTask(store)]
      await write(store, whole, recording, recording.events.length)
      await write(store, small, recording, 3)
      const truth = await outlineOf(store, whole.taskId)
      const { generation } = truth.strip
      const same = (told: Awaited<ReturnType<typeof outlineOf>>) => {
        told.strip.generation = generation
        told.turns.generation = generation
        expect(told, recording.name).toEqual(truth)
      }
      expect(truth.turns.total, recording.name).toBeGreaterThan(0)
      same(await outlineOf(store, small.taskId))
      await store.close()
      const database = await openDatabase(path)
      // As an older version of the rules may have left it.
      database.exec(
        "update outline set version = 1, tail = '{}'; update turn set head = '{}'; delete from span_block",
      )
      database.close()
      const again = await openStore(path)
      same(await outlineOf(again, small.taskId))
      await again.close()
    }
  })

  it('goes on where another process took the task over, or wrote between', async () => {
    const recording = recordings.find(({ events }) => events.length > 20)
    if (!recording) throw new Error('no recording is long enough')
    const path = storePathOf(newFolder())
    const [one, two] = [await openStore(path), await openStore(path)]
    const [place, truth] = [await addTask(one), await addTask(one)]
    await write(one, truth, recording, recording.events.length)
    const half = Math.ceil(recording.events.length / 2)
    const token = await write(one, place, { ...recording, events: recording.events.slice(0, half) }, 4)
    const rest = recording.events.slice(half)
    for (const [index, event] of rest.entries()) {
      const store = index % 2 === 0 ? two : one
      const cursor = half + index
      const batch = { ...makeBatch(place, token, cursor, []), toCursor: cursor + 1 }
      await store.commitBatch({ ...batch, events: [{ ...eventOf(event, cursor), ts: event.ts }] })
    }
    const told = await outlineOf(two, place.taskId)
    const expected = await outlineOf(one, truth.taskId)
    expect({ ...told.strip, generation: 0 }).toEqual({ ...expected.strip, generation: 0 })
    expect(told.turns.turns).toEqual(expected.turns.turns)
    await one.close()
    await two.close()
  })

  it('is written anew with a new generation, and goes with its task', async () => {
    const path = storePathOf(newFolder())
    const store = await openStore(path)
    const place = await addTask(store)
    const [recording] = recordings
    if (!recording) throw new Error('there are no recordings')
    await write(store, place, recording, 50)
    const before = await outlineOf(store, place.taskId)
    const task = await store.getTask(place.taskId)
    if (!task?.state) throw new Error('no state')
    const events = recording.events.map((event, index) => ({
      ...eventOf(event, index),
      ts: event.ts,
      runId: place.runId,
    }))
    const generation = await store.writeGeneration(place.taskId, events, task.state, task.foldVersion)
    const after = await outlineOf(store, place.taskId)
    expect(after.turns).toEqual({ ...before.turns, generation })
    expect(after.strip).toEqual({ ...before.strip, generation })
    await store.changeRun(place.runId, { complete: true })
    await store.removeTask(place.taskId)
    const database = await openDatabase(path)
    for (const table of ['outline', 'turn', 'span_block', 'usage_slot']) {
      expect(database.prepare(`select count(*) as rows from ${table}`).get()?.rows).toBe(0)
    }
    database.close()
    await store.close()
  })

  it('holds nothing of a batch that was refused', async () => {
    const store = await openStore(storePathOf(newFolder()))
    const place = await addTask(store)
    const lease = String(await store.acquireLease(place.runId, 'test', 60_000))
    const batch = makeBatch(place, lease, 0, ['a'])
    const said = { ...batch, events: [eventOf(message('one'), 0)] }
    await expect(store.commitBatch({ ...said, fromCursor: 7 })).rejects.toThrow()
    await store.commitBatch(said)
    expect((await store.readTurns({ taskId: place.taskId })).turns).toMatchObject([
      { number: 1, lastSeq: 1, messages: 1 },
    ])
    await store.close()
  })

  it('has pages of turns', async () => {
    const store = await openStore(storePathOf(newFolder()))
    const place = await addTask(store)
    const turns = Array.from({ length: 1_000 }, (_, index) => [
      { type: 'message', payload: { role: 'user', text: `turn ${index + 1}`, truncated: false } },
      { type: 'session.ended', payload: { status: 'succeeded', stopReason: null, summary: null } },
    ]).flat()
    const events = turns.map((event, index) => ({
      ...event,
      ts: index,
      run: 'r',
    })) as RecordedEvents['events']
    await write(store, place, { name: '', protocol: 'jsonl', lines: [], events }, 2_000)
    const { taskId } = place
    const page = await store.readTurns({ taskId, after: 300, limit: 2 })
    expect(page).toMatchObject({
      total: 1_000,
      hasMore: true,
      turns: [{ words: 'turn 301' }, { words: 'turn 302' }],
    })
    expect((await store.readTurns({ taskId, after: 998 })).hasMore).toBe(false)
    expect((await store.readTurns({ taskId })).turns).toHaveLength(200)
    await expect(store.readTurns({ taskId, generation: 99 })).rejects.toMatchObject({
      code: 'generation-gone',
    })
    await expect(store.readStrip({ taskId: 'no' })).rejects.toMatchObject({ code: 'unknown-task' })
    await store.close()
  })
})

it('spans come back from their bytes as they were, an amount that is too large cut', () => {
  const spans = [
    { kind: 'shell', at: 1_764_547_200_000.5, amount: 12, seq: 1 },
    { kind: 'context', at: 0, amount: 2 ** 40, seq: 2 ** 28 - 1 },
  ] as const
  const back: unknown[] = []
  unpackSpans(packSpans(spans), (kind, at, amount, seq) => back.push({ kind, at, amount, seq }))
  expect(back).toEqual([
    { ...spans[0], kind: 1 },
    { ...spans[1], kind: 131, amount: 2 ** 32 - 1 },
  ])
  // Half a span is none.
  unpackSpans(new Uint8Array(20), () => back.push('one'))
  expect(back).toHaveLength(3)
})
