/**
 * Prints one table of what was survived, with figures. Takes minutes and gigabytes of disk; what does not hold throws, and
 * says what. Usage: tsx stress/run.ts [kills] [many] [large] [lock] [disk] [idle] [sse]
 */
import { describeRows, type Row } from '../bench/row.ts'
import { stressDisk } from './disk.ts'
import { stressIdle } from './idle.ts'
import { stressKills } from './kills.ts'
import { stressLarge } from './large.ts'
import { stressLock } from './lock.ts'
import { stressMany } from './many.ts'
import { stressSse } from './sse.ts'

const ALL: Readonly<Record<string, () => Promise<Row | Row[]>>> = {
  kills: stressKills,
  many: stressMany,
  large: stressLarge,
  lock: stressLock,
  disk: stressDisk,
  idle: stressIdle,
  sse: stressSse,
}

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(ALL)
const rows: Row[] = []
for (const name of names) {
  const stress = ALL[name]
  if (!stress) throw new TypeError(`There is no ${name}. Known: ${Object.keys(ALL).join(', ')}.`)
  rows.push(...[await stress()].flat())
}
console.log(describeRows(rows))
process.exitCode = rows.every(({ met }) => met !== false) ? 0 : 1
