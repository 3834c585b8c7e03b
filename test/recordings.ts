import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A call that the scripted model server answered while a recording was made. */
export type ServedCall = {
  /** Made by an earlier process of the same session. */
  before?: boolean
  kind?: string
  model?: string
  status?: number
  cut?: boolean
  usage?: Record<string, number>
  answered?: string[]
}

/** What the scripted model server answered in a run, of answers that were sent to their end. */
export type Served = {
  /** The texts of its answers, in order, those to subagents included. */
  texts: string[]
  /** Input, output, cache read and cache creation of all answers, disjoint, reasoning inside output; null: not known. */
  usage: [number, number, number, number] | null
}

/** Real stdout of a real CLI, and what is known about the run. */
export type Recording = {
  harness: string
  version: string
  scenario: string
  /** The stream, byte for byte. */
  bytes: Uint8Array
  lines: string[]
  args: string[]
  exitCode: number | null
  signal: string | null
  apiCalls: ServedCall[]
  /** Null where nobody wrote down what was served (Claude's recordings have `apiCalls` instead). */
  served: Served | null
}

const ROOT = new URL('../fixtures/recordings/', import.meta.url).pathname

/** All recordings of a harness, by version and scenario. */
export function readRecordings(harness: string, root: string = ROOT): Recording[] {
  return readdirSync(join(root, harness))
    .sort()
    .filter((version) => statSync(join(root, harness, version)).isDirectory())
    .flatMap((version) => readVersion(join(root, harness, version), harness, version))
}

/** One recording. */
export function readRecording(harness: string, version: string, scenario: string): Recording {
  const found = readVersion(join(ROOT, harness, version), harness, version).find(
    (one) => one.scenario === scenario,
  )
  if (!found) throw new Error(`No recording ${harness} ${version} ${scenario} in ${ROOT}`)
  return found
}

function readVersion(folder: string, harness: string, version: string): Recording[] {
  const served = readServed(harness, version)
  return Object.entries(readIndex(folder)).map(([scenario, meta]) => {
    const bytes = readFileSync(join(folder, `${scenario}.jsonl`))
    return {
      harness,
      version,
      scenario,
      bytes,
      lines: bytes
        .toString('utf8')
        .split('\n')
        .filter((line) => line.trim() !== ''),
      args: meta.args ?? [],
      exitCode: meta.exitCode ?? null,
      signal: meta.signal ?? null,
      apiCalls: meta.apiCalls ?? [],
      served: served[scenario] ?? null,
    }
  })
}

/** Written from the scripts of the model server, and kept here for recordings of any folder. */
function readServed(harness: string, version: string): Record<string, Served> {
  const file = join(ROOT, harness, version, 'served.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/** What is known about each recording of a folder; a folder without an index still has its streams. */
function readIndex(folder: string): Record<string, Record<string, never>> {
  const index = join(folder, 'recordings.json')
  if (existsSync(index)) return JSON.parse(readFileSync(index, 'utf8'))
  const streams = readdirSync(folder).flatMap((file) => /^([^.]+(?:\.\d)?)\.jsonl$/.exec(file)?.[1] ?? [])
  return Object.fromEntries(streams.map((scenario) => [scenario, readMeta(folder, scenario)]))
}

function readMeta(folder: string, scenario: string): Record<string, never> {
  const file = join(folder, `${scenario}.meta.json`)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}
