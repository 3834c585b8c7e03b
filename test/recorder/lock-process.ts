/** A process that holds the write lock of a store for a time. Usage: lock-process.ts STORE MS */
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '../../src/store/engine.ts'

const [path = '', ms = ''] = process.argv.slice(2)
const database = await openDatabase(path)
database.exec('pragma busy_timeout = 10000; begin immediate')
process.stdout.write('held\n')
await delay(Number(ms))
database.exec('rollback')
database.close()
