import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/store/engine.ts'
import { createId, openStore } from '../../src/store/index.ts'
import { prepareFormat } from '../../src/store/upgrade.ts'
import { describeStore } from './contract.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'agent-stream-store-'))
  folders.push(folder)
  return folder
}

describeStore('the store on SQLite', async () => {
  const store = await openStore(join(newFolder(), 'store.sqlite'))
  return { store, discard: () => store.close() }
})

describe('a store file', () => {
  it('is for its owner alone, whatever the umask', async () => {
    const before = process.umask(0)
    const home = join(newFolder(), 'home')
    try {
      const store = await openStore(join(home, 'store.sqlite'))
      await store.createTask({
        id: createId(),
        title: null,
        titleOrigin: null,
        protocol: 'none',
        createdAt: 1,
      })
      expect(statSync(home).mode & 0o777).toBe(0o700)
      const files = readdirSync(home)
      expect(files).toContain('store.sqlite-wal')
      for (const file of files) expect(statSync(join(home, file)).mode & 0o777, file).toBe(0o600)
      await store.close()
    } finally {
      process.umask(before)
    }
  })

  it('of a newer version is refused, and left as it is', async () => {
    const path = join(newFolder(), 'store.sqlite')
    await (await openStore(path)).close()
    const database = await openDatabase(path)
    database.exec("update meta set value = '99' where key = 'format'")
    database.close()
    await expect(openStore(path)).rejects.toMatchObject({
      code: 'store-newer',
      message: expect.stringMatching(/format 99, this agent-stream reads up to 1\. Update agent-stream/),
    })
  })

  it('that is no database says so, and what to do', async () => {
    const path = join(newFolder(), 'store.sqlite')
    writeFileSync(path, 'this is not a database, and long enough to be taken for one'.repeat(100))
    await expect(openStore(path)).rejects.toMatchObject({
      code: 'store-damaged',
      message: expect.stringContaining(path),
    })
  })

  it('locked by another process is named, after a wait', async () => {
    const path = join(newFolder(), 'store.sqlite')
    const store = await openStore(path)
    const other = await openDatabase(path)
    other.exec('begin immediate')
    const add = () =>
      store.createTask({ id: createId(), title: null, titleOrigin: null, protocol: 'none', createdAt: 1 })
    await expect(add()).rejects.toMatchObject({
      code: 'store-locked',
      message: expect.stringContaining('Another process'),
    })
    other.exec('rollback')
    await add()
    other.close()
    await store.close()
  })

  it('in a place that cannot be a folder is named', async () => {
    const file = join(newFolder(), 'file')
    writeFileSync(file, '')
    await expect(openStore(join(file, 'store.sqlite'))).rejects.toMatchObject({ code: 'store-unavailable' })
  })

  it('tells of commits of another connection', async () => {
    const path = join(newFolder(), 'store.sqlite')
    const [reader, writer] = [await openStore(path), await openStore(path)]
    const told = new Promise((resolve) => reader.onChange(resolve))
    await writer.createTask({
      id: createId(),
      title: null,
      titleOrigin: null,
      protocol: 'none',
      createdAt: 1,
    })
    expect(await told).toEqual({ taskId: null })
    await reader.close()
    await writer.close()
  })

  it('of an older version is brought up step by step, in one transaction', async () => {
    const path = join(newFolder(), 'old.sqlite')
    const database = await openDatabase(path)
    prepareFormat(database, path, [], 1)
    const addColumn = (name: string) => (to: typeof database) =>
      to.exec(`alter table task add column ${name} text`)
    const fails = () => {
      throw new Error('no room')
    }
    expect(() => prepareFormat(database, path, [addColumn('a'), fails], 3)).toThrow('no room')
    expect(
      database.prepare("select count(*) as n from pragma_table_info('task') where name = 'a'").get()?.n,
    ).toBe(0)
    prepareFormat(database, path, [addColumn('a'), addColumn('b')], 3)
    expect(database.prepare("select value from meta where key = 'format'").get()?.value).toBe('3')
    expect(
      database.prepare("select count(*) as n from pragma_table_info('task') where name in ('a', 'b')").get()
        ?.n,
    ).toBe(2)
    database.close()
  })
})

describe('the engine', () => {
  it('is a prebuilt binary where Node has none built in: nothing is compiled or fetched at install', async () => {
    const manifest = JSON.parse(
      execFileSync('npm', ['ls', '@photostructure/sqlite', '--json'], { encoding: 'utf8' }),
    )
    expect(manifest.dependencies['@photostructure/sqlite'].version).toBe('1.2.1')
    const folder = new URL('../../node_modules/@photostructure/sqlite/', import.meta.url).pathname
    // An install script would have left its output here; the binary comes with the package instead.
    expect(readdirSync(folder)).not.toContain('build')
    expect(readdirSync(join(folder, 'prebuilds')).length).toBeGreaterThan(0)
    const database = await openDatabase(join(newFolder(), 'x.sqlite'), ['@photostructure/sqlite'])
    expect(database.prepare('select 1 as one').get()?.one).toBe(1)
    database.close()
  })

  it('that is missing is named, with the two ways to get one', async () => {
    await expect(openDatabase(':memory:', ['node:no-such-module'])).rejects.toMatchObject({
      code: 'store-unavailable',
      message: expect.stringMatching(/Node 22\.13 or newer, or run: npm install @photostructure\/sqlite/),
    })
  })
})

describe('ids', () => {
  it('are UUIDv7 and sort in the order in which they were made, however fast', () => {
    const ids = Array.from({ length: 10_000 }, () => createId())
    expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect([...ids].sort()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
