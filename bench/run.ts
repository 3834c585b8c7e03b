/**
 * Prints one table of the figures that are demanded of the project. Ratios are medians within this run; absolute figures
 * hold on a quiet machine. Usage: tsx bench/run.ts [RECORDINGS_FOLDER]
 */
import { cpus, loadavg } from 'node:os'
import { benchBundle } from './bundle.ts'
import { benchLatency } from './latency.ts'
import { benchLongSession } from './long-session.ts'
import { benchParse } from './parse.ts'
import { describeRows, type Row } from './row.ts'
import { benchSplit } from './split.ts'

const load = (): string =>
  loadavg()
    .map((value) => value.toFixed(2))
    .join(' ')
const before = load()
const rows: Row[] = [
  ...benchSplit(),
  ...benchParse(process.argv[2]),
  ...(await benchBundle()),
  ...(await benchLatency()),
  ...(await benchLongSession()),
]

const date = new Date().toISOString().slice(0, 10)
console.log(
  `${date}, Node ${process.versions.node}, ${process.platform} ${process.arch}, ${cpus().length} cores`,
)
console.log(`${cpus()[0]?.model ?? 'unknown processor'}; load average ${before} before, ${load()} after\n`)
console.log(describeRows(rows))
