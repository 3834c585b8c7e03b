import { afterEach, describe, expect, it } from 'vitest'
import { createSession, FOLD_VERSION, viewOf } from '../../src/index.ts'
import { type Batch, createId, type NewEvent, type Store } from '../../src/store/index.ts'

/** Opens an empty store and gives the way to throw it away. */
export type OpenEmpty = () => Promise<{ store: Store; discard: () => Promise<void> }>

const STATE = viewOf(createSession())

/** What every store must do, whatever engine is below it. */
export function describeStore(name: string, openEmpty: OpenEmpty): void {
  describe(name, () => {
    const cleanups: (() => Promise<void>)[] = []
    afterEach(async () => {
      for (const discard of cleanups.splice(0)) await discard()
    })

    async function open(): Promise<Store> {
      const { store, discard } = await openEmpty()
      cleanups.push(discard)
      return store
    }

    it('keeps what a task and its runs say', async () => {
      const store = await open()
      const { taskId, runId } = await addTask(store, 'A title')
      expect(await store.getTask(taskId)).toMatchObject({
        id: taskId,
        title: 'A title',
        generation: 1,
        lastSeq: 0,
        state: null,
      })
      expect(await store.getRun(runId)).toMatchObject({
        taskId,
        ordinal: 1,
        command: ['echo', 'é'],
        cursor: 0,
        complete: false,
      })
      await store.changeRun(runId, { startedAt: 5, exitCode: 0, complete: true })
      expect(await store.getRun(runId)).toMatchObject({
        startedAt: 5,
        exitCode: 0,
        complete: true,
        endedAt: null,
      })
      expect(await store.getTask('nothing')).toBeNull()
      expect(await store.getRun('nothing')).toBeNull()
    })

    it('lists tasks newest first, by pages and filters', async () => {
      const store = await open()
      const ids: string[] = []
      for (const title of ['Fix the bug', 'Fix 100% of it', 'Write docs'])
        ids.unshift((await addTask(store, title)).taskId)
      const first = await store.listTasks({ limit: 2 })
      expect(first.tasks.map((task) => task.id)).toEqual(ids.slice(0, 2))
      const second = await store.listTasks({ limit: 2, before: String(first.next) })
      expect(second.tasks.map((task) => task.id)).toEqual(ids.slice(2))
      expect(second.next).toBeNull()
      expect((await store.listTasks({ query: 'fix BUG' })).tasks.map((task) => task.title)).toEqual([
        'Fix the bug',
      ])
      expect((await store.listTasks({ query: '100%' })).tasks.map((task) => task.title)).toEqual([
        'Fix 100% of it',
      ])
      expect((await store.listTasks({ query: '_' })).tasks).toEqual([])
    })

    it('finds a task by the start of its id', async () => {
      const store = await open()
      const { taskId } = await addTask(store)
      expect(await store.resolveTaskId(taskId)).toBe(taskId)
      expect(await store.resolveTaskId(taskId.slice(0, 20))).toBe(taskId)
      expect(await store.resolveTaskId("x' or 1=1")).toBeNull()
      await addTask(store)
      await expect(store.resolveTaskId('0')).rejects.toMatchObject({ code: 'ambiguous-id' })
    })

    it("a human's title is final", async () => {
      const store = await open()
      const { taskId } = await addTask(store, null)
      const title = async () => (await store.getTask(taskId))?.title
      await store.setTitle(taskId, 'Placeholder', 'placeholder')
      await store.setTitle(taskId, 'Agent', 'agent')
      await store.setTitle(taskId, 'Too late', 'placeholder')
      expect(await title()).toBe('Agent')
      await store.setTitle(taskId, 'Human', 'human')
      await store.setTitle(taskId, 'Agent again', 'agent')
      expect(await title()).toBe('Human')
    })

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

    it('pages forwards, backwards and from the end; bounds are exclusive', async () => {
      const store = await open()
      const task = await addTask(store)
      await fill(
        store,
        task,
        Array.from({ length: 10 }, (_, index) => message(`m${index + 1}`)),
      )
      const seqs = async (query: object) => {
        const page = await store.readEvents({ taskId: task.taskId, ...query })
        return [page.events.map((event) => event.seq).join(), page.hasMore]
      }
      expect(await seqs({ since: 3, limit: 3 })).toEqual(['4,5,6', true])
      expect(await seqs({ since: 8 })).toEqual(['9,10', false])
      expect(await seqs({ before: 4, limit: 2 })).toEqual(['2,3', true])
      expect(await seqs({ before: 3, limit: 2 })).toEqual(['1,2', false])
      expect(await seqs({ tail: true, limit: 4 })).toEqual(['7,8,9,10', true])
      expect(await seqs({ since: 99 })).toEqual(['', false])
      await expect(store.readEvents({ taskId: task.taskId, generation: 2 })).rejects.toMatchObject({
        code: 'generation-gone',
        generation: 1,
      })
      await expect(store.readEvents({ taskId: 'none' })).rejects.toMatchObject({ code: 'unknown-task' })
    })

    it('a page begins at the first fragment of a text, and tells the calls that its rows speak of', async () => {
      const store = await open()
      const task = await addTask(store)
      const fragment = (text: string) => ({
        type: 'message',
        payload: { role: 'assistant', text, truncated: false, delta: true },
      })
      const call = {
        type: 'tool.call',
        payload: { callId: 'c1', name: 'Bash', input: '{}', truncated: false },
      }
      const result = {
        type: 'tool.result',
        payload: { callId: 'c1', isError: false, output: 'x', truncated: false },
      }
      await fill(store, task, [call, message('whole'), fragment('a'), fragment('b'), fragment('c'), result])
      const page = await store.readEvents({ taskId: task.taskId, tail: true, limit: 2 })
      expect(page.events.map((event) => event.seq)).toEqual([3, 4, 5, 6])
      expect(page.related.map((event) => event.seq)).toEqual([1])
      expect((await store.readEvents({ taskId: task.taskId, since: 0 })).related).toEqual([])
    })

    it('raw events without a notice can be left out', async () => {
      const store = await open()
      const task = await addTask(store)
      const noticed = { type: 'raw', payload: { json: {}, notice: { kind: 'retry', text: 'x' } } }
      await fill(store, task, [{ type: 'raw', payload: { json: {} } }, noticed])
      expect(
        (await store.readEvents({ taskId: task.taskId, raw: false })).events.map((event) => event.seq),
      ).toEqual([2])
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
      expect(
        stored.map((line) => (typeof line.source === 'string' ? line.source : [...line.source])),
      ).toEqual([[0xff, 0, 0x41], 'é'.repeat(5_000), '', 'nul\0x'])
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

    it('replaces the events by a new generation, atomically', async () => {
      const store = await open()
      const task = await addTask(store)
      await fill(store, task, [message('old'), message('old too')])
      const again = [{ ...eventOf(message('new'), 0), runId: task.runId }]
      expect(await store.writeGeneration(task.taskId, again, STATE, 7)).toBe(2)
      const page = await store.readEvents({ taskId: task.taskId })
      expect(page.events.map((event) => [event.seq, event.payload.text])).toEqual([[1, 'new']])
      expect(page.generation).toBe(2)
      expect(await store.getTask(task.taskId)).toMatchObject({ generation: 2, lastSeq: 1, foldVersion: 7 })
    })

    it('refuses to remove a task that runs, and removes all of one that does not', async () => {
      const store = await open()
      const task = await addTask(store)
      await expect(store.removeTask(task.taskId)).rejects.toMatchObject({ code: 'task-live' })
      await fill(store, task, [message('x')])
      await store.changeRun(task.runId, { complete: true })
      await store.removeTask(task.taskId)
      expect(await store.getTask(task.taskId)).toBeNull()
      expect(await store.readLines(task.runId, 0, 10)).toEqual([])
      expect(await store.listOpenRuns()).toEqual([])
    })

    it('tells of every change while somebody listens', async () => {
      const store = await open()
      const seen: (string | null)[] = []
      const stop = store.onChange((change) => seen.push(change.taskId))
      const { taskId } = await addTask(store)
      await store.setTitle(taskId, 'x', 'human')
      stop()
      await store.setTitle(taskId, 'y', 'human')
      expect(seen).toEqual([taskId, taskId, taskId])
    })
  })
}

type Place = { taskId: string; runId: string }

async function addTask(store: Store, title: string | null = 'A task'): Promise<Place> {
  const taskId = createId()
  const runId = createId()
  const now = Date.now()
  await store.createTask({
    id: taskId,
    title,
    titleOrigin: title === null ? null : 'human',
    protocol: 'jsonl',
    createdAt: now,
  })
  await store.createRun({
    id: runId,
    taskId,
    protocol: 'jsonl',
    command: ['echo', 'é'],
    cwd: '/tmp',
    createdAt: now,
    folder: null,
  })
  return { taskId, runId }
}

function message(text: string): { type: string; payload: Record<string, unknown> } {
  return { type: 'message', payload: { role: 'assistant', text, truncated: false } }
}

function eventOf(event: { type: string; payload: Record<string, unknown> }, offset: number): NewEvent {
  return { ...event, ts: 1, tsKind: 'read', offset, index: 0 }
}

function makeBatch(
  { taskId, runId }: Place,
  lease: string,
  fromCursor: number,
  texts: readonly string[],
): Batch {
  let offset = fromCursor
  const lines = texts.map((source) => {
    const line = { offset, ts: 1, source, attachments: [], cut: false }
    offset += Buffer.byteLength(source) + 1
    return line
  })
  const events = lines.map((line) =>
    eventOf({ type: 'raw', payload: { text: line.source, truncated: false } }, line.offset),
  )
  return {
    taskId,
    runId,
    lease,
    fromCursor,
    toCursor: offset,
    lines,
    events,
    attachments: [],
    state: STATE,
    foldVersion: FOLD_VERSION,
    lastAt: 1,
  }
}

async function fill(
  store: Store,
  place: Place,
  events: readonly { type: string; payload: Record<string, unknown> }[],
): Promise<void> {
  const lease = String(await store.acquireLease(place.runId, 'fill', 60_000))
  const batch = makeBatch(
    place,
    lease,
    0,
    events.map((_, index) => `line ${index}`),
  )
  const placed = events.map((event, index) => eventOf(event, batch.lines[index]?.offset ?? 0))
  await store.commitBatch({ ...batch, events: placed })
  await store.releaseLease(place.runId, lease)
}
