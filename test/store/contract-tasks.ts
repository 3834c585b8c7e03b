import { expect, it } from 'vitest'
import { createId, type Store, type TaskPage, type TaskQuery } from '../../src/store/index.ts'
import { addTask, fill, message, RUN, STATE } from './batches.ts'

/** Tasks and runs: what is listed, found, named and removed. */
export function describeTasks(open: () => Promise<Store>): void {
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

  it('pages through tasks by their age, also when several were made in one millisecond', async () => {
    const store = await open()
    const made = [5, 9, 9, 9, -1, 7]
    const ids = made.map(() => createId())
    for (const [index, createdAt] of made.entries()) {
      const id = String(ids[index])
      await store.createTask({ id, title: null, titleOrigin: null, protocol: 'none', createdAt })
    }
    const seen: string[] = []
    for (let next: string | null | undefined; next !== null; ) {
      const page: TaskPage = await store.listTasks({ limit: 2, ...(next ? { before: next } : {}) })
      seen.push(...page.tasks.map((task) => task.id))
      next = page.next
    }
    expect(seen).toEqual([3, 2, 1, 5, 0, 4].map((index) => ids[index]))
    expect(await store.listTasks({ before: 'no place' })).toEqual({ tasks: [], next: null })
  })

  it('finds title words in any case of any alphabet', async () => {
    const store = await open()
    const { taskId } = await addTask(store, 'ÜBUNG für Δοκιμή')
    const found = async (query: string) => (await store.listTasks({ query })).tasks.length
    expect(await found('übung')).toBe(1)
    expect(await found('u\u0308bung ΔΟΚΙΜΉ')).toBe(1)
    expect(await found('übung missing')).toBe(0)
    await store.setTitle(taskId, 'Straße', 'human')
    expect(await found('übung')).toBe(0)
    expect(await found('STRASSE')).toBe(0)
    expect(await found('straß')).toBe(1)
  })

  it('filters tasks by the status and harness of their state', async () => {
    const store = await open()
    const [silent, first, second] = [await addTask(store), await addTask(store), await addTask(store)]
    await fill(store, first, [message('x')], { ...STATE, status: 'running', harness: 'claude-code' })
    await fill(store, second, [message('x')], { ...STATE, status: 'failed', harness: 'claude-code' })
    const ids = async (query: TaskQuery) => (await store.listTasks(query)).tasks.map((task) => task.id)
    expect(await ids({ status: 'running' })).toEqual([first.taskId])
    expect(await ids({ status: 'starting' })).toEqual([silent.taskId])
    expect(await ids({ harness: 'claude-code' })).toEqual([second.taskId, first.taskId])
    expect(await ids({ harness: 'claude-code', status: 'failed', query: 'task' })).toEqual([second.taskId])
    await store.writeGeneration(second.taskId, [], { ...STATE, status: 'succeeded', harness: 'codex' }, 1)
    expect(await ids({ harness: 'claude-code' })).toEqual([first.taskId])
  })

  it('numbers the runs of a task and knows which are open', async () => {
    const store = await open()
    const first = await addTask(store)
    const other = await addTask(store)
    const second = await store.createRun({ ...RUN, id: createId(), taskId: first.taskId, command: 'a | b' })
    expect(second).toMatchObject({ ordinal: 2, command: 'a | b', cursor: 0 })
    expect((await store.listRuns(first.taskId)).map((run) => [run.id, run.ordinal])).toEqual([
      [first.runId, 1],
      [second.id, 2],
    ])
    await store.changeRun(first.runId, { complete: true, signal: 'SIGTERM', stoppedBy: 'user', endedAt: 9 })
    await store.changeRun(first.runId, {})
    expect(await store.getRun(first.runId)).toMatchObject({
      signal: 'SIGTERM',
      stoppedBy: 'user',
      endedAt: 9,
    })
    expect((await store.listOpenRuns()).map((run) => run.id)).toEqual([other.runId, second.id])
    expect(await store.listRuns('nothing')).toEqual([])
  })

  it('refuses what names no task or run, or one that is there already', async () => {
    const store = await open()
    const { taskId, runId } = await addTask(store)
    const task = { id: taskId, title: null, titleOrigin: null, protocol: 'none', createdAt: 1 }
    await expect(store.createTask(task)).rejects.toMatchObject({ code: 'store-conflict' })
    await expect(store.createRun({ ...RUN, id: runId, taskId })).rejects.toMatchObject({
      code: 'store-conflict',
    })
    await expect(store.createRun({ ...RUN, id: createId(), taskId: 'no' })).rejects.toMatchObject({
      code: 'unknown-task',
    })
    await expect(store.setTitle('no', 'x', 'human')).rejects.toMatchObject({ code: 'unknown-task' })
    await expect(store.removeTask('no')).rejects.toMatchObject({ code: 'unknown-task' })
    await expect(store.changeRun('no', { complete: true })).rejects.toMatchObject({ code: 'unknown-run' })
    expect((await store.getTask(taskId))?.title).toBe('A task')
  })

  it('a listener that throws spoils no write and no other listener', async () => {
    const store = await open()
    const thrown = new Promise((resolve) => process.once('uncaughtException', resolve))
    const runnersOwn = process.rawListeners('uncaughtException').slice(0, -1)
    for (const listener of runnersOwn) process.off('uncaughtException', listener as () => void)
    try {
      let told = 0
      store.onChange(() => {
        throw new Error('in the listener')
      })
      store.onChange(() => told++)
      const task = { id: createId(), title: null, titleOrigin: null, protocol: 'none', createdAt: 1 }
      await store.createTask(task)
      expect(told).toBe(1)
      expect(await thrown).toMatchObject({ message: 'in the listener' })
    } finally {
      for (const listener of runnersOwn) process.on('uncaughtException', listener as () => void)
    }
  })

  it('says that it was closed', async () => {
    const store = await open()
    await store.close()
    await store.close()
    await expect(store.listTasks({})).rejects.toMatchObject({ code: 'store-closed' })
  })
}
