/**
 * Copies the recordings of one harness into `fixtures/recordings` or `fixtures/lab`, with the part of their meta data that
 * tests need in one `recordings.json` per version. Usage: tsx scripts/import-recordings.ts FROM INTO HARNESS [MAX_BYTES]
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const KEPT_KEYS = [
  'args',
  'stdin',
  'exitCode',
  'signal',
  'unterminatedBytes',
  'note',
  'stderr',
  'protocol',
].concat(
  // Written by the drift lab.
  ['isInterrupted', 'served', 'helper', 'side'],
)
const KEPT_CALL_KEYS = ['before', 'kind', 'lane', 'model', 'status', 'cut', 'usage', 'answered']

const [from, into, harness, limit = '300000'] = process.argv.slice(2)
if (!from || !into || !harness) {
  throw new Error('Usage: tsx scripts/import-recordings.ts FROM INTO HARNESS [MAX_BYTES]')
}

for (const version of readdirSync(join(from, harness)).sort()) {
  const folder = join(from, harness, version)
  if (statSync(folder).isDirectory()) importVersion(folder, join(into, harness, version))
}

function importVersion(folder: string, target: string): void {
  mkdirSync(target, { recursive: true })
  const index: Record<string, unknown> = {}
  for (const file of readdirSync(folder).sort()) {
    const scenario = /^([^.]+(?:\.\d)?)\.jsonl$/.exec(file)?.[1]
    if (!scenario || statSync(join(folder, file)).size > Number(limit)) continue
    copyFileSync(join(folder, file), join(target, file))
    index[scenario] = slim(JSON.parse(readFileSync(join(folder, `${scenario}.meta.json`), 'utf8')))
  }
  const rows = Object.entries(index).map(
    ([scenario, meta]) => `${JSON.stringify(scenario)}:${JSON.stringify(meta)}`,
  )
  writeFileSync(join(target, 'recordings.json'), `{\n${rows.join(',\n')}\n}\n`)
}

function slim(meta: Record<string, unknown>): Record<string, unknown> {
  const calls = Array.isArray(meta.apiCalls)
    ? meta.apiCalls.map((call) => pick(call, KEPT_CALL_KEYS))
    : undefined
  return { ...pick(meta, KEPT_KEYS), ...(calls ? { apiCalls: calls } : {}) }
}

function pick(from: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.filter((key) => from[key] !== undefined).map((key) => [key, from[key]]))
}
