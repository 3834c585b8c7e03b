import { execFile } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/store/engine.ts'
import { openStore } from '../../src/store/index.ts'
import { newFolder } from './folders.ts'

const run = promisify(execFile)
const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url))

describe('the engine', () => {
  it('of Node 20 is what its package brings: nothing that an install script makes is needed', async () => {
    // What npm unpacks with --ignore-scripts: the packages as they are published, without `build`.
    const folder = newFolder()
    const source = join(modules, '@photostructure/sqlite')
    const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
    for (const name of ['@photostructure/sqlite', ...Object.keys(manifest.dependencies)]) {
      cpSync(join(modules, name), join(folder, 'node_modules', name), { recursive: true, dereference: true })
    }
    const copy = join(folder, 'node_modules/@photostructure/sqlite')
    rmSync(join(copy, 'build'), { recursive: true, force: true })
    expect(readdirSync(join(copy, 'prebuilds'))).toContain(`${process.platform}-${process.arch}`)
    const program = `
      import { DatabaseSync } from ${JSON.stringify(pathToFileURL(join(copy, 'dist/index.mjs')).href)}
      console.log(new DatabaseSync(':memory:').prepare('select 6 * ? as product').get(7).product)`
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: folder })
    expect(stdout.trim()).toBe('42')
  })

  it('keeps the same things whichever it is', async () => {
    for (const name of ['node:sqlite', '@photostructure/sqlite'].filter(isHere)) {
      const database = await openDatabase(':memory:', [name])
      database.exec('create table t (a integer, b text, c blob, d text)')
      const put = database.prepare('insert into t values (?, ?, ?, ?)')
      expect(Number(put.run(2 ** 52, 'é\ud83d\ude00', Uint8Array.of(0, 255), null).changes)).toBe(1)
      const row = database.prepare('select * from t').get() ?? {}
      expect({ ...row, c: [...(row.c as Uint8Array)] }).toEqual({
        a: 2 ** 52,
        b: 'é😀',
        c: [0, 255],
        d: null,
      })
      expect(database.prepare('select 1 where 0').get() ?? null).toBeNull()
      database.close()
    }
  })

  it('that is missing is named, with the two ways to get one', async () => {
    await expect(openDatabase(':memory:', ['node:no-such-module'])).rejects.toMatchObject({
      code: 'store-unavailable',
      message: expect.stringMatching(/Node 22\.13 or newer, or run: npm install @photostructure\/sqlite/),
    })
  })

  it('keeps quiet about being experimental, and hides no other warning', async () => {
    const warnings: string[] = []
    const note = (warning: Error): void => void warnings.push(warning.message)
    process.on('warning', note)
    const emit = process.emitWarning
    try {
      const path = join(newFolder(), 'store.sqlite')
      const stores = await Promise.all([openStore(path), openStore(path)])
      for (const store of stores) await store.close()
      expect(process.emitWarning).toBe(emit)
      process.emitWarning('something else')
      await expect.poll(() => warnings).toEqual(['something else'])
    } finally {
      process.off('warning', note)
    }
  })
})

function isHere(name: string): boolean {
  return !name.startsWith('node:') || isBuiltin(name)
}
