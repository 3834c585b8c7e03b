import { expect, it } from 'vitest'
import { FOLD_VERSION } from '../../src/index.ts'
import type { Batch, Store } from '../../src/store/index.ts'
import { addTask, fill, makeBatch, message, STATE } from './batches.ts'

/** Batches, leases, lines and files: what is written, all or nothing. */
export function describeBatches(open: () => Promise<Store>): void {
  it('writes a batch whole, once, and only under the lease and from the cursor that it expects', async () => {
    const store = await open()
    const task = await addTask(store)
    const lease = String(await store.acquireLease(task.runId, 'me', 60_000))
    expect(await store.acquireLease(task.runId, 'other', 60_000)).toBeNull()
    const batch = makeBatch(task, lease, 0, ['{"a":1}', 'second'])
    expect(await store.commitBatch(batch)).toBe(2)
    await expect(store.commitBatch(batch)).rejects.toMatchObject({ code: 'cursor-moved' })
    await expect(
      store.commitBatch({ ...batch, fromCursor: batch.toCursor, lease: 'stolen' }),
    ).rejects.toMatchObject({ code: 'lease-lost' })
    const { events } = await store.readEvents({ taskId: task.taskId })
    expect(events.map((event) => [event.seq, event.payload.text])).toEqual([
      [1, '{"a":1}'],
      [2, 'second'],
    ])
    expect((await store.readLines(task.runId, 0, 10)).map((line) => line.source)).toEqual([
      '{"a":1}',
      'second',
    ])
    expect((await store.getRun(task.runId))?.cursor).toBe(batch.toCursor)
    expect(await store.getTask(task.taskId)).toMatchObject({
      lastSeq: 2,
      foldVersion: FOLD_VERSION,
      state: STATE,
    })
  })

  it('nothing of a batch stays when one part fails', async () => {
    const store = await open()
    const task = await addTask(store)
    const lease = String(await store.acquireLease(task.runId, 'me', 60_000))
    const batch = makeBatch(task, lease, 0, ['one'])
    const twice = { ...batch, lines: [...batch.lines, ...batch.lines] }
    await expect(store.commitBatch(twice)).rejects.toThrow()
    expect((await store.getRun(task.runId))?.cursor).toBe(0)
    expect((await store.readEvents({ taskId: task.taskId })).events).toEqual([])
    expect(await store.commitBatch(batch)).toBe(1)
  })

  it('a lease that ran out can be taken, and is then lost to the one before', async () => {
    const store = await open()
    const { runId } = await addTask(store)
    const first = String(await store.acquireLease(runId, 'first', -1))
    const second = await store.acquireLease(runId, 'second', 60_000)
    expect(second).not.toBeNull()
    expect(await store.renewLease(runId, first, 60_000)).toBe(false)
    expect(await store.renewLease(runId, String(second), 60_000)).toBe(true)
    await store.releaseLease(runId, String(second))
    expect(await store.acquireLease(runId, 'third', 60_000)).not.toBeNull()
  })

  it('gives payloads and sources back to the letter', async () => {
    const store = await open()
    const task = await addTask(store)
    const payload = JSON.parse(
      '{"__proto__":{"x":1},"text":"\\ud83d lone \\u0000 \u2028","n":0.1,"deep":[[{"k":null}]]}',
    )
    await fill(store, task, [{ type: 'message', payload }])
    expect(JSON.stringify((await store.getEvent(task.taskId, 1))?.payload)).toBe(JSON.stringify(payload))
    const lease = String(await store.acquireLease(task.runId, 'me', 60_000))
    const odd = [Uint8Array.of(0xff, 0x00, 0x41), 'é'.repeat(5_000), '', 'nul\0x']
    const cursor = Number((await store.getRun(task.runId))?.cursor)
    const lines = odd.map((source, index) => ({
      offset: cursor + index,
      ts: 1,
      source,
      attachments: [],
      cut: index === 1,
    }))
    await store.commitBatch({ ...makeBatch(task, lease, cursor, []), toCursor: cursor + 4, lines })
    const stored = await store.readLines(task.runId, cursor, 10)
    expect(stored.map((line) => (typeof line.source === 'string' ? line.source : [...line.source]))).toEqual([
      [0xff, 0, 0x41],
      'é'.repeat(5_000),
      '',
      'nul\0x',
    ])
    expect(stored.map((line) => line.cut)).toEqual([false, true, false, false])
  })

  it('takes attachments out of lines and puts them back', async () => {
    const store = await open()
    const task = await addTask(store)
    const bytes = Buffer.from('not really a picture')
    const id = `sha256-${'ab'.repeat(32)}`
    const lease = String(await store.acquireLease(task.runId, 'me', 60_000))
    const source = `{"data":{"$attachment":"${id}","bytes":${bytes.length}},"x":1}`
    const batch = makeBatch(task, lease, 0, [source])
    const [line] = batch.lines
    await store.commitBatch({
      ...batch,
      lines: line ? [{ ...line, attachments: [id] }] : [],
      attachments: [{ id, mediaType: 'image/png', bytes }],
    })
    const found = await store.getEventLine(task.taskId, 1)
    expect(found?.line.source).toBe(`{"data":"${bytes.toString('base64')}","x":1}`)
    expect(found?.line.stored).toBe(source)
    expect(found?.index).toBe(0)
    expect(Buffer.from((await store.getAttachment(id))?.bytes ?? [])).toEqual(bytes)
    await store.changeRun(task.runId, { complete: true })
    await store.removeTask(task.taskId)
    expect(await store.getAttachment(id)).toBeNull()
  })

  it('writes the end of a run and a new title with the batch, or none of it', async () => {
    const store = await open()
    const task = await addTask(store, null)
    const lease = String(await store.acquireLease(task.runId, 'me', 60_000))
    const batch: Batch = {
      ...makeBatch(task, lease, 0, ['last']),
      lastAt: 77,
      run: { endedAt: 70, exitCode: 3, complete: true },
      title: { title: 'Named', origin: 'agent' },
    }
    await expect(store.commitBatch({ ...batch, fromCursor: 5 })).rejects.toMatchObject({
      code: 'cursor-moved',
    })
    expect(await store.getTask(task.taskId)).toMatchObject({ title: null, lastAt: null })
    expect(await store.getRun(task.runId)).toMatchObject({ complete: false })
    await store.commitBatch(batch)
    expect(await store.getTask(task.taskId)).toMatchObject({
      title: 'Named',
      titleOrigin: 'agent',
      lastAt: 77,
    })
    expect(await store.getRun(task.runId)).toMatchObject({ endedAt: 70, exitCode: 3, complete: true })
  })

  it('stores an event of a line once', async () => {
    const store = await open()
    const task = await addTask(store)
    const lease = String(await store.acquireLease(task.runId, 'me', 60_000))
    const batch = makeBatch(task, lease, 0, ['one'])
    const twice = { ...batch, events: [...batch.events, ...batch.events] }
    await expect(store.commitBatch(twice)).rejects.toMatchObject({ code: 'store-conflict' })
    await store.commitBatch(batch)
    const again = { ...makeBatch(task, lease, batch.toCursor, []), events: batch.events }
    await expect(store.commitBatch(again)).rejects.toMatchObject({ code: 'store-conflict' })
    const own = batch.events.map((event) => ({ ...event, offset: null }))
    expect(await store.commitBatch({ ...again, events: [...own, ...own] })).toBe(3)
    const { events } = await store.readEvents({ taskId: task.taskId })
    expect(events.map((event) => event.hasSource)).toEqual([true, false, false])
    expect(await store.getEventLine(task.taskId, 2)).toBeNull()
    expect(await store.getEventLine(task.taskId, 99)).toBeNull()
  })

  it('refuses a batch whose run belongs to another task', async () => {
    const store = await open()
    const [task, other] = [await addTask(store), await addTask(store)]
    const lease = String(await store.acquireLease(task.runId, 'me', 60_000))
    const batch = { ...makeBatch(task, lease, 0, ['x']), taskId: other.taskId }
    await expect(store.commitBatch(batch)).rejects.toMatchObject({ code: 'unknown-task' })
    expect((await store.getRun(task.runId))?.cursor).toBe(0)
  })

  it('keeps a file while any task uses it', async () => {
    const store = await open()
    const file = { id: `sha256-${'cd'.repeat(32)}`, mediaType: null, bytes: Uint8Array.of(0, 255, 1) }
    const tasks = [await addTask(store), await addTask(store)]
    for (const task of tasks) {
      const lease = String(await store.acquireLease(task.runId, 'me', 60_000))
      const batch = makeBatch(task, lease, 0, ['x'])
      await store.commitBatch({ ...batch, attachments: [file, file], run: { complete: true } })
    }
    await store.removeTask(String(tasks[0]?.taskId))
    const kept = await store.getAttachment(file.id)
    expect(kept && { ...kept, bytes: [...kept.bytes] }).toEqual({ ...file, bytes: [0, 255, 1] })
    await store.removeTask(String(tasks[1]?.taskId))
    expect(await store.getAttachment(file.id)).toBeNull()
  })

  it('reads lines from an offset on, no more than asked for', async () => {
    const store = await open()
    const task = await addTask(store)
    await fill(store, task, [message('a'), message('b'), message('c')])
    const [first, second, third] = await store.readLines(task.runId, 0, 10)
    expect(await store.readLines(task.runId, 1, 1)).toEqual([second])
    expect(await store.readLines(task.runId, Number(second?.offset), 9)).toEqual([second, third])
    expect(first).toEqual({
      runId: task.runId,
      offset: 0,
      ts: 1,
      source: 'line 0',
      stored: 'line 0',
      cut: false,
      repeated: false,
    })
    expect(await store.readLines('nothing', 0, 10)).toEqual([])
  })
}
