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
  /** The texts of its answers, in order, those to subagents included; null: not known. */
  texts: string[] | null
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
  /** Null where nobody wrote down what was served. */
  served: Served | null
  /** What the drift lab knows besides, of a recording that it made; null for all others. */
  lab: LabFacts | null
}

/** What the drift lab writes down of a run. */
export type LabFacts = {
  /** The protocol that the harness was told to print. */
  protocol: string
  isInterrupted: boolean
  /** The part of what was served that went to subagents: many harnesses do not print it. */
  helper: Served | null
  /** What was served besides, for titles and such: some harnesses count it, none shows it. */
  side: Served | null
}

/** The keys of a `.meta.json` that tests read. */
type Meta = Partial<Pick<Recording, 'args' | 'exitCode' | 'signal' | 'apiCalls' | 'served'> & LabFacts>

/** Where the repository's own recordings are. */
export const RECORDINGS: string = new URL('../fixtures/recordings/', import.meta.url).pathname

/** Recordings that the drift lab made: its scenarios, on the newest version of each harness that was seen. */
export const LAB_RECORDINGS: string = new URL('../fixtures/lab/', import.meta.url).pathname

/** All recordings of a harness, by version and scenario. */
export function readRecordings(harness: string, root: string = RECORDINGS): Recording[] {
  return readdirSync(join(root, harness))
    .sort()
    .filter((version) => statSync(join(root, harness, version)).isDirectory())
    .flatMap((version) => readVersion(join(root, harness, version), harness, version))
}

/** One recording. */
export function readRecording(harness: string, version: string, scenario: string): Recording {
  const found = readVersion(join(RECORDINGS, harness, version), harness, version).find(
    (one) => one.scenario === scenario,
  )
  if (!found) throw new Error(`No recording ${harness} ${version} ${scenario} in ${RECORDINGS}`)
  return found
}

/** All recordings in a folder of one version. */
export function readVersion(folder: string, harness: string, version: string): Recording[] {
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
      served: meta.served ?? served[scenario] ?? servedByCalls(meta.apiCalls),
      lab: labFactsOf(meta),
    }
  })
}

/** What the calls that came through were served; null where no calls were written down. */
export function servedByCalls(calls: readonly ServedCall[] | undefined): Served | null {
  if (!calls) return null
  const counted = calls.filter((call) => call.status === 200 && call.usage && !call.cut)
  const sum = (key: string): number => counted.reduce((total, call) => total + (call.usage?.[key] ?? 0), 0)
  const cache = [sum('cache_read_input_tokens'), sum('cache_creation_input_tokens')] as const
  return { texts: null, usage: [sum('input_tokens'), sum('output_tokens'), ...cache] }
}

function labFactsOf(meta: Meta): LabFacts | null {
  const { served, protocol, isInterrupted = false, helper = null, side = null } = meta
  return served && protocol ? { protocol, isInterrupted, helper, side } : null
}

/** Written from the scripts of the model server, and kept here for recordings of any folder. */
function readServed(harness: string, version: string): Record<string, Served> {
  const file = join(RECORDINGS, harness, version, 'served.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/** What is known about each recording of a folder; a folder without an index still has its streams. */
function readIndex(folder: string): Record<string, Meta> {
  const index = join(folder, 'recordings.json')
  if (existsSync(index)) return JSON.parse(readFileSync(index, 'utf8'))
  const streams = readdirSync(folder).flatMap((file) => /^([^.]+(?:\.\d)?)\.jsonl$/.exec(file)?.[1] ?? [])
  return Object.fromEntries(streams.map((scenario) => [scenario, readMeta(folder, scenario)]))
}

function readMeta(folder: string, scenario: string): Meta {
  const file = join(folder, `${scenario}.meta.json`)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}
