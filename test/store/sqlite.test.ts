import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/store/engine.ts'
import { createId, openStore, type Store, storePathOf } from '../../src/store/index.ts'
import { FORMAT_VERSION } from '../../src/store/schema.ts'
import { addTask, fill, message } from './batches.ts'
import { describeStore } from './contract.ts'
import { newFolder } from './folders.ts'

describeStore('the store on SQLite', async () => {
  const store = await openStore(storePathOf(newFolder()))
  return { store, discard: () => store.close() }
})

const isPosix = process.platform !== 'win32'

describe.runIf(isPosix)('the files of a store', () => {
  it('are for their owner alone, whatever the umask', async () => {
    const before = process.umask(0)
    const home = join(newFolder(), 'above', 'home')
    try {
      const store = await openStore(storePathOf(home))
      await addTask(store)
      expect(modeOf(home)).toBe(0o700)
      expect(readdirSync(home).sort()).toEqual(['store.sqlite', 'store.sqlite-shm', 'store.sqlite-wal'])
      for (const file of readdirSync(home)) expect(modeOf(join(home, file)), file).toBe(0o600)
      await store.close()
    } finally {
      process.umask(before)
    }
  })

  it('become so where a home or its files were open to others', async () => {
    const home = newFolder()
    const store = await openStore(storePathOf(home))
    await addTask(store)
    for (const file of readdirSync(home)) chmodSync(join(home, file), 0o644)
    chmodSync(home, 0o755)
    const again = await openStore(storePathOf(home))
    expect(modeOf(home)).toBe(0o700)
    for (const file of readdirSync(home)) expect(modeOf(join(home, file)), file).toBe(0o600)
    await again.close()
    await store.close()
  })

  it('leave a folder alone that is not a home, or that everybody may write into', async () => {
    const folder = newFolder()
    chmodSync(folder, 0o755)
    await (await openStore(join(folder, 'copy.sqlite'))).close()
    expect(modeOf(folder)).toBe(0o755)
    expect(modeOf(join(folder, 'copy.sqlite'))).toBe(0o600)
    const shared = join(newFolder(), 'shared')
    mkdirSync(shared)
    chmodSync(shared, 0o1777)
    await (await openStore(storePathOf(shared))).close()
    expect(statSync(shared).mode & 0o7777).toBe(0o1777)
  })
})

describe('a store file', () => {
  it('of a newer version is refused, and left as it is', async () => {
    const path = storePathOf(newFolder())
    await (await openStore(path)).close()
    const database = await openDatabase(path)
    database.exec("update meta set value = '99' where key = 'format'; pragma wal_checkpoint(truncate)")
    database.close()
    const before = readFileSync(path)
    await expect(openStore(path)).rejects.toMatchObject({
      code: 'store-newer',
      message: expect.stringContaining(
        `store.sqlite has format 99, this agent-stream reads up to ${FORMAT_VERSION}. Update agent-stream`,
      ),
    })
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  it('that is the database of something else is refused, and left as it is', async () => {
    const path = storePathOf(newFolder())
    const database = await openDatabase(path)
    database.exec('create table meta (key text, value text)')
    database.close()
    const before = readFileSync(path)
    await expect(openStore(path)).rejects.toMatchObject({
      code: 'store-damaged',
      message: expect.stringContaining('not of agent-stream'),
    })
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  it('that is no database says so, and what to do', async () => {
    const path = storePathOf(newFolder())
    writeFileSync(path, 'this is not a database, and long enough to be taken for one'.repeat(100))
    await expect(openStore(path)).rejects.toMatchObject({
      code: 'store-damaged',
      message: expect.stringContaining(path),
      cause: expect.any(Error),
    })
  })

  it('that is damaged inside is found out', async () => {
    const path = storePathOf(newFolder())
    const store = await openStore(path)
    const texts = Array.from({ length: 300 }, (_, index) => message(`${index} ${'x'.repeat(300)}`))
    await fill(store, await addTask(store), texts)
    await store.checkIntegrity()
    await store.close()
    const bytes = readFileSync(path)
    bytes.fill(0xee, bytes.length / 2, bytes.length / 2 + 20_000)
    writeFileSync(path, bytes)
    const damaged = await openStore(path)
    await expect(damaged.checkIntegrity()).rejects.toMatchObject({
      code: 'store-damaged',
      message: expect.stringContaining(path),
    })
    await damaged.close()
  })

  it('locked by another process is named, after a wait', async () => {
    const path = storePathOf(newFolder())
    const store = await openStore(path)
    const other = await openDatabase(path)
    other.exec('begin immediate')
    await expect(addPlainTask(store)).rejects.toMatchObject({
      code: 'store-locked',
      message: expect.stringMatching(/store\.sqlite is locked\. Another process/),
    })
    other.exec('rollback')
    await addPlainTask(store)
    other.close()
    await store.close()
  })

  it('in a place that cannot be a folder is named', async () => {
    const file = join(newFolder(), 'file')
    writeFileSync(file, '')
    await expect(openStore(join(file, 'store.sqlite'))).rejects.toMatchObject({
      code: 'store-unavailable',
      message: expect.stringContaining('AGENT_STREAM_HOME'),
    })
  })

  it('holds everything itself when it is closed: a copy of it alone is whole', async () => {
    const path = storePathOf(newFolder())
    const store = await openStore(path)
    const { taskId } = await addTask(store)
    await store.readEvents({ taskId })
    await store.close()
    const copy = storePathOf(newFolder())
    copyFileSync(path, copy)
    const again = await openStore(copy)
    expect((await again.listTasks({})).tasks.map((task) => task.id)).toEqual([taskId])
    await again.close()
  })
})

describe('changes', () => {
  it('of another connection are told of, until nobody listens', async () => {
    const path = storePathOf(newFolder())
    const [reader, writer] = [await openStore(path), await openStore(path)]
    const seen: (string | null)[] = []
    const stop = reader.onChange((change) => seen.push(change.taskId))
    await addPlainTask(writer)
    await expect.poll(() => seen, { timeout: 5_000 }).toEqual([null])
    stop()
    await addPlainTask(writer)
    // A new listener hears of what comes, not of what was.
    const later = new Promise((resolve) => reader.onChange(resolve))
    const id = await addPlainTask(reader)
    expect(await later).toEqual({ taskId: id })
    expect(seen).toEqual([null])
    await reader.close()
    await writer.close()
  })
})

async function addPlainTask(store: Store): Promise<string> {
  const id = createId()
  await store.createTask({ id, title: null, titleOrigin: null, protocol: 'none', createdAt: 1 })
  return id
}

function modeOf(path: string): number {
  return statSync(path).mode & 0o777
}
