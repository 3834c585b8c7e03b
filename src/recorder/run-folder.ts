import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { constants } from 'node:os'
import { join, resolve } from 'node:path'
import type { ClientStart } from '../core/dialect.ts'
import { writeErrorOf } from './errors.ts'
import { KEEPER_SCRIPT } from './keeper.ts'
import { identityOf, isAlive, type ProcessIdentity } from './process-identity.ts'

/** Where the files of a run are. */
export type RunFiles = {
  /** Everything that the harness printed, byte for byte. */
  stdout: string
  stderr: string
  /** The human's words. */
  prompt: string
  /** There where files go with those words: what they are, as JSON. */
  attached: string
  /** What the harness reads first: those words, in the form that its protocol wants. */
  stdin: string
  /** There for an interactive run: what is to happen with its input, as JSON. */
  interactive: string
  /** The FIFO that an interactive harness reads. */
  input: string
  /** There once the harness was told its first words: others may speak then. */
  firstSaid: string
  /** There while somebody writes to it: who. */
  inputLock: string
  /** There where a client speaks to the harness: what it knows, so that another process can go on from it. */
  client: string
  /** What the platform states of the run after the first words, one JSON a line. */
  ownEvents: string
  /** The keeper's script. */
  keeper: string
  /** Pid and start time of who starts the run: the process that was asked to, then the keeper that it made. */
  starter: string
  /** Pids and start times of keeper and harness. */
  process: string
  /** There once the harness has ended: its exit code as a shell says it. */
  exit: string
  /** There while nobody knows which protocol the run speaks: its first lines will tell. */
  undecided: string
  /** There for a stream whose process is not ours. */
  foreign: string
  /** There once a limit was passed: which. */
  limit: string
}

/** The paths of a run's files. */
export function runFiles(folder: string): RunFiles {
  return {
    stdout: join(folder, 'stdout'),
    stderr: join(folder, 'stderr'),
    prompt: join(folder, 'prompt'),
    attached: join(folder, 'attached'),
    stdin: join(folder, 'stdin'),
    interactive: join(folder, 'interactive'),
    input: join(folder, 'input'),
    firstSaid: join(folder, 'first-said'),
    inputLock: join(folder, 'input.lock'),
    client: join(folder, 'client'),
    ownEvents: join(folder, 'own-events'),
    keeper: join(folder, 'keeper.sh'),
    starter: join(folder, 'starter'),
    process: join(folder, 'process'),
    exit: join(folder, 'exit'),
    limit: join(folder, 'limit'),
    undecided: join(folder, 'undecided'),
    foreign: join(folder, 'foreign'),
  }
}

/** What is to happen with the input of an interactive run. */
export type InputPolicy = {
  /** It stays open after a turn, for replies; else it ends once the turn is over and nothing runs beside it. */
  keepOpen: boolean
  /** So long is work in the background waited for after a turn (ms); null: as long as it takes. */
  waitBackgroundMs: number | null
  /** Who answers when the harness asks whether it may do something. */
  permissions: PermissionPolicy
  /** What the client of the run must know; null where lines on stdin are enough. */
  client: ClientStart | null
}

/** `ask`: a person answers; `allow` and `deny`: the recorder does, once each time. */
export type PermissionPolicy = 'ask' | 'allow' | 'deny'

/**
 * Makes `<home>/runs/<runId>`, which nobody else can read whatever the umask; gives the absolute path. Throws a
 * `RecorderError` where that cannot be written, and leaves nothing behind.
 */
export function createRunFolder(home: string, runId: string): string {
  const runs = join(resolve(home), 'runs')
  const folder = join(runs, runId)
  try {
    for (const path of [resolve(home), runs, folder]) {
      if (existsSync(path)) continue
      mkdirSync(path, { recursive: true })
      chmodSync(path, 0o700)
    }
    return folder
  } catch (error) {
    if (existsSync(folder)) rmSync(folder, { recursive: true })
    throw writeErrorOf(error, folder)
  }
}

/** What a run begins with. */
export type FirstFiles = {
  /** The human's words. */
  prompt: string
  /** Files that go with them, as JSON; null for none. */
  attached: string | null
  /** What the harness reads first. */
  stdin: string
  /** Null for a run that is not interactive. */
  input: InputPolicy | null
  /** Nobody knows which protocol it speaks; false unless said. */
  isUndecided?: boolean
}

/** Writes the first files of a run, its spools among them. Throws a `RecorderError` where that fails, the folder removed. */
export function writeFirstFiles(folder: string, content: FirstFiles): void {
  try {
    fillRunFolder(folder, content)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw writeErrorOf(error, folder)
  }
}

function fillRunFolder(folder: string, content: FirstFiles): void {
  const files = runFiles(folder)
  if (content.attached !== null) writePrivately(files.attached, content.attached)
  if (content.isUndecided) writePrivately(files.undecided, '')
  writePrivately(files.prompt, content.prompt)
  writePrivately(files.stdin, content.stdin)
  if (content.input) {
    writePrivately(files.interactive, JSON.stringify(content.input))
    writePrivately(files.ownEvents, '')
  }
  writePrivately(files.keeper, KEEPER_SCRIPT)
  writeStarter(folder, process.pid)
  writePrivately(files.stdout, '')
  writePrivately(files.stderr, '')
}

/** Writes down which process starts a run. */
export function writeStarter(folder: string, pid: number): void {
  replacePrivately(runFiles(folder).starter, JSON.stringify(identityOf(pid)))
}

/** Whether the process that starts a run lives; on a busy machine its keeper may take long to write down that it runs. */
export function isStarting(folder: string): boolean {
  try {
    return isAlive(JSON.parse(readFileSync(runFiles(folder).starter, 'utf8')) as ProcessIdentity)
  } catch {
    return false
  }
}

/** Marks a run whose process is not ours: no keeper will say how it ended. */
export function markForeign(folder: string): void {
  writePrivately(runFiles(folder).foreign, '')
}

/** Whether the process of a run is not ours. */
export function isForeign(folder: string): boolean {
  return existsSync(runFiles(folder).foreign)
}

/** Writes down how the process of a foreign run ended, as a shell says it; null: nobody knows. */
export function writeExit(folder: string, code: number | null): void {
  replacePrivately(runFiles(folder).exit, `${code ?? ''}\n`)
}

/** How a harness ended. */
export type HarnessExit = {
  /** Null when a signal ended it, or nobody knows. */
  exitCode: number | null
  /** E.g. `SIGKILL`; null when it exited by itself. */
  signal: string | null
  /** When (ms, UTC). */
  endedAt: number
}

/** How the harness of a run ended; null while the keeper has not said so. */
export function readExit(folder: string): HarnessExit | null {
  const path = runFiles(folder).exit
  // A missing file is asked for at every read of the spool: this costs a tenth of catching an error.
  if (!existsSync(path)) return null
  const written = Number.parseInt(readFileSync(path, 'utf8'), 10)
  const code = Number.isNaN(written) ? null : written
  const signal = code !== null && code > 128 ? (SIGNAL_NAMES.get(code - 128) ?? null) : null
  return { exitCode: signal === null ? code : null, signal, endedAt: Math.round(statSync(path).mtimeMs) }
}

/** The limit for which the keeper stopped the harness, null for none. */
export function readLimit(folder: string): 'time_limit' | 'spool_limit' | null {
  const word = readIfThere(runFiles(folder).limit).trim()
  return word === 'time_limit' || word === 'spool_limit' ? word : null
}

/** The keeper of a run and the harness that it started. */
export type RunProcesses = { keeper: ProcessIdentity; harness: ProcessIdentity }

/** The processes of a run; null before the keeper has written them down. The harness leads its process group. */
export function readProcesses(folder: string): RunProcesses | null {
  const [keeper, harness] = readIfThere(runFiles(folder).process)
    .split('\n')
    .map((line) => /^\w+ (\d+) ?(.*)$/.exec(line))
    .map((match) => match && { pid: Number(match[1]), startTime: (match[2] ?? '').trim() })
  return keeper && harness ? { keeper, harness } : null
}

/** What is to happen with the input of a run; null for one that is not interactive. */
export function readInputPolicy(folder: string): InputPolicy | null {
  const written = readIfThere(runFiles(folder).interactive)
  return written === '' ? null : (JSON.parse(written) as InputPolicy)
}

/** The human's words that began a run; empty when there were none. */
export function readPrompt(folder: string): string {
  return readIfThere(runFiles(folder).prompt)
}

/** What the client of a run knew last, as it was written; null before it has spoken. */
export function readClientNotes(folder: string): string | null {
  return readIfThere(runFiles(folder).client) || null
}

/** Writes down what the client of a run knows. Throws a `RecorderError` where that fails. */
export function writeClientNotes(folder: string, notes: string): void {
  try {
    replacePrivately(runFiles(folder).client, notes)
  } catch (error) {
    throw writeErrorOf(error, folder)
  }
}

/** The files that went with those words, as JSON; empty when there were none. */
export function readAttached(folder: string): string {
  return readIfThere(runFiles(folder).attached)
}

function readIfThere(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

/** Nobody ever reads half of it. */
function replacePrivately(path: string, content: string): void {
  // Left by a writer that died between the two steps, or by a full disk.
  rmSync(`${path}.new`, { force: true })
  writePrivately(`${path}.new`, content)
  renameSync(`${path}.new`, path)
}

function writePrivately(path: string, content: string): void {
  writeFileSync(path, content, { mode: 0o600, flag: 'wx' })
  chmodSync(path, 0o600)
}

/** The first name of each number: SIGABRT also goes by SIGIOT. */
const SIGNAL_NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(constants.signals)
    .reverse()
    .map(([name, number]) => [number, name]),
)
