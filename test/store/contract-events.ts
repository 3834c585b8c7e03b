import { expect, it } from 'vitest'
import { createId, type Store } from '../../src/store/index.ts'
import { addTask, eventOf, fill, makeBatch, message, RUN, STATE } from './batches.ts'

/** Events: pages, the calls that they speak of, and generations. */
export function describeEvents(open: () => Promise<Store>): void {
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

  it('reads between two bounds, and finds nothing where there is nothing', async () => {
    const store = await open()
    const [task, next] = [await addTask(store), await addTask(store)]
    for (const place of [task, next])
      await fill(
        store,
        place,
        Array.from({ length: 5 }, () => message('m')),
      )
    const seqs = async (query: object) => {
      const page = await store.readEvents({ taskId: task.taskId, ...query })
      return [page.events.map((event) => event.seq).join(), page.hasMore]
    }
    expect(await seqs({ since: 1, before: 5, limit: 2 })).toEqual(['3,4', true])
    expect(await seqs({ since: 2, before: 5, limit: 2 })).toEqual(['3,4', false])
    expect(await seqs({ before: 1 })).toEqual(['', false])
    expect(await seqs({ before: Number.MAX_SAFE_INTEGER })).toEqual(['1,2,3,4,5', false])
    expect(await seqs({ since: -7, limit: 0 })).toEqual(['1', true])
    for (const seq of [0, -1, 6, 1.5, Number.NaN, 2 ** 28, Number.MAX_SAFE_INTEGER]) {
      expect(await store.getEvent(task.taskId, seq), String(seq)).toBeNull()
    }
    expect((await store.getEvent(next.taskId, 5))?.run).toBe(next.runId)
  })

  it('a page takes in only fragments of the same text, and says whether more lies before it', async () => {
    const store = await open()
    const task = await addTask(store)
    const fragment = (type: string, more: object = {}) => ({
      type,
      payload: { text: 'x', delta: true, ...more },
    })
    const texts = [
      fragment('message', { role: 'assistant' }),
      fragment('message', { role: 'assistant', parentCallId: 'p' }),
      fragment('thinking'),
      { type: 'raw', payload: { json: {} } },
      fragment('thinking'),
      fragment('thinking'),
    ]
    await fill(store, task, texts)
    const seqs = async (query: object) => {
      const page = await store.readEvents({ taskId: task.taskId, ...query })
      return [page.events.map((event) => event.seq).join(), page.hasMore]
    }
    expect(await seqs({ tail: true, limit: 1 })).toEqual(['5,6', true])
    // Who leaves raw rows out sees one text.
    expect(await seqs({ tail: true, limit: 1, raw: false })).toEqual(['3,5,6', true])
    expect(await seqs({ before: 3, limit: 1 })).toEqual(['2', true])
    expect(await seqs({ before: 2, limit: 1 })).toEqual(['1', false])
    expect(await seqs({ since: 5, tail: true, limit: 1 })).toEqual(['6', false])
  })

  it('a page takes in no fragments of another run', async () => {
    const store = await open()
    const task = await addTask(store)
    const run = await store.createRun({ ...RUN, id: createId(), taskId: task.taskId })
    const fragment = { type: 'thinking', payload: { text: 'x', truncated: false, delta: true } }
    await fill(store, task, [fragment])
    await fill(store, { ...task, runId: run.id }, [fragment, fragment])
    const page = await store.readEvents({ taskId: task.taskId, tail: true, limit: 1 })
    expect(page.events.map((event) => event.seq)).toEqual([2, 3])
  })

  it('a text of very many fragments does not make a page without bounds', async () => {
    const store = await open()
    const task = await addTask(store)
    const fragment = {
      type: 'message',
      payload: { role: 'assistant', text: 'x', truncated: false, delta: true },
    }
    await fill(store, task, Array<typeof fragment>(800).fill(fragment))
    const page = await store.readEvents({ taskId: task.taskId, tail: true, limit: 10 })
    expect([page.firstSeq, page.lastSeq, page.hasMore]).toEqual([291, 800, true])
  })

  it('gives the latest form of a call, of the run that speaks of it', async () => {
    const store = await open()
    const task = await addTask(store)
    const run = await store.createRun({ ...RUN, id: createId(), taskId: task.taskId })
    const call = (name: string) => ({
      type: 'tool.call',
      payload: { callId: 'item_0', name, input: null, truncated: false },
    })
    const result = {
      type: 'tool.result',
      payload: { callId: 'item_0', isError: null, output: '', truncated: false },
    }
    const child = {
      type: 'message',
      payload: { role: 'assistant', text: '', truncated: false, parentCallId: 'item_0' },
    }
    await fill(store, task, [call('first'), call('refined'), message('x')])
    await fill(store, { ...task, runId: run.id }, [call('of another run'), result, child])
    const late = { ...makeBatch(task, '', 0, []), events: [eventOf(result, 999)] }
    const cursor = Number((await store.getRun(task.runId))?.cursor)
    const lease = String(await store.acquireLease(task.runId, 'me', 60_000))
    await store.commitBatch({ ...late, lease, fromCursor: cursor, toCursor: cursor })
    const names = async (query: object) =>
      (await store.readEvents({ taskId: task.taskId, ...query })).related.map((event) => event.payload.name)
    expect(await names({ before: 7, limit: 2 })).toEqual(['of another run'])
    expect(await names({ tail: true, limit: 1 })).toEqual(['refined'])
    expect(await names({ tail: true, limit: 3 })).toEqual(['of another run', 'refined'])
    expect(await names({ since: 0 })).toEqual([])
  })

  it('leaves the old generation when a new one cannot be written', async () => {
    const store = await open()
    const task = await addTask(store)
    await fill(store, task, [message('old')])
    const fail = function* () {
      yield { ...eventOf(message('new'), 0), runId: task.runId }
      throw new RangeError('in the translation')
    }
    await expect(store.writeGeneration(task.taskId, fail(), STATE, 7)).rejects.toThrow(RangeError)
    const page = await store.readEvents({ taskId: task.taskId, generation: 1 })
    expect(page.events.map((event) => event.payload.text)).toEqual(['old'])
    await expect(store.writeGeneration('no', [], STATE, 7)).rejects.toMatchObject({ code: 'unknown-task' })
  })

  it('goes on in the new generation, whose events still lead to their lines', async () => {
    const store = await open()
    const [task, other] = [await addTask(store), await addTask(store)]
    await fill(store, task, [message('a'), message('b')])
    await fill(store, other, [message('other')])
    const second = Number((await store.readLines(task.runId, 1, 1))[0]?.offset)
    const again = [
      { ...eventOf(message('own'), 0), offset: null, runId: task.runId },
      { ...eventOf(message('b2'), second), index: 3, runId: task.runId },
    ]
    const generation = await store.writeGeneration(task.taskId, again, STATE, 7)
    const cursor = Number((await store.getRun(task.runId))?.cursor)
    const lease = String(await store.acquireLease(task.runId, 'me', 60_000))
    expect(await store.commitBatch(makeBatch(task, lease, cursor, ['c']))).toBe(3)
    expect(await store.getEventLine(task.taskId, 2, generation)).toMatchObject({
      index: 3,
      line: { source: 'line 1' },
    })
    expect((await store.getEventLine(task.taskId, 3))?.line.source).toBe('c')
    await expect(store.getEvent(task.taskId, 1, 1)).rejects.toMatchObject({
      code: 'generation-gone',
      generation,
    })
    await expect(store.getEventLine(task.taskId, 1, 1)).rejects.toMatchObject({ code: 'generation-gone' })
    expect((await store.readEvents({ taskId: other.taskId })).events).toHaveLength(1)
  })
}
