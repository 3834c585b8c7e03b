import { describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../src/store/engine.ts'
import { openStore, storePathOf } from '../../src/store/index.ts'
import { prepareFormat, type UpgradeStep } from '../../src/store/upgrade.ts'
import { addTask } from './batches.ts'
import { newFolder } from './folders.ts'

const addColumn =
  (name: string): UpgradeStep =>
  (database) =>
    database.exec(`alter table task add column ${name} text; update task set ${name} = title`)

const fails: UpgradeStep = () => {
  throw new Error('no room')
}

describe('a store of an older format', () => {
  it('is brought up step by step, from its own version, with its data', async () => {
    const database = await openOld()
    prepareFormat(database, 'a.sqlite', [addColumn('second')], 2)
    prepareFormat(database, 'a.sqlite', [fails, addColumn('third'), addColumn('fourth')], 4)
    expect(formatOf(database)).toBe('4')
    expect({ ...database.prepare('select second, third, fourth from task').get() }).toEqual({
      second: 'Old',
      third: 'Old',
      fourth: 'Old',
    })
    // Nothing is left to do the next time.
    prepareFormat(database, 'a.sqlite', [fails, fails, fails], 4)
    database.close()
  })

  it('stays as it was when a step fails', async () => {
    const database = await openOld()
    expect(() => prepareFormat(database, 'a.sqlite', [addColumn('second'), fails], 3)).toThrow('no room')
    expect(formatOf(database)).toBe('1')
    expect(
      database.prepare("select 1 from pragma_table_info('task') where name = 'second'").get(),
    ).toBeUndefined()
    prepareFormat(database, 'a.sqlite', [addColumn('second'), addColumn('third')], 3)
    expect(formatOf(database)).toBe('3')
    database.close()
  })

  it('is upgraded once when two processes find it at a time', async () => {
    const path = storePathOf(newFolder())
    const [one, two] = [await openOld(path), await openDatabase(path)]
    // The other one upgrades after we have looked at the version, before we have the write lock.
    const raced: Database = {
      ...one,
      prepare: (sql) => one.prepare(sql),
      close: () => one.close(),
      exec(sql) {
        if (sql === 'begin immediate') prepareFormat(two, path, [addColumn('second')], 2)
        one.exec(sql)
      },
    }
    prepareFormat(raced, path, [addColumn('second')], 2)
    expect(formatOf(one)).toBe('2')
    one.close()
    two.close()
  })
})

async function openOld(path: string = storePathOf(newFolder())): Promise<Database> {
  const store = await openStore(path)
  await addTask(store, 'Old')
  await store.close()
  const database = await openDatabase(path)
  database.exec("update meta set value = '1' where key = 'format'")
  return database
}

function formatOf(database: Database): unknown {
  return database.prepare("select value from meta where key = 'format'").get()?.value
}
