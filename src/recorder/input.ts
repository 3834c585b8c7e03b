import {
  closeSync,
  constants,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { RecorderError } from './errors.ts'
import { identityOf, isAlive } from './process-identity.ts'
import { readExit, readProcesses, runFiles } from './run-folder.ts'

/** How often a full FIFO and a lock of another process are tried again (ms), and for how long. */
const RETRY_MS = 10
const PATIENCE_MS = 10_000

/**
 * Writes whole lines to the input of an interactive run, never mixed with those of another writer. Rejects with a
 * `RecorderError` when the harness has ended, has closed its input, or does not read for 10 s.
 */
export async function writeInput(folder: string, lines: string): Promise<void> {
  await withInputLock(folder, async () => {
    await untilFirstSaid(folder)
    const fifo = openFifo(folder)
    try {
      await writeWhole(fifo, Buffer.from(lines), folder)
    } finally {
      closeSync(fifo)
    }
  })
}

/** Ends the input of an interactive run, as closing stdin does; false when its keeper is gone. */
export function endInput(folder: string): boolean {
  const processes = readProcesses(folder)
  if (!processes || readExit(folder) || !isAlive(processes.keeper)) return false
  try {
    process.kill(processes.keeper.pid, 'SIGUSR1')
    return true
  } catch {
    return false
  }
}

/** Whoever is quicker than the keeper must not overtake the words that began the run. */
async function untilFirstSaid(folder: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (!existsSync(runFiles(folder).firstSaid)) {
    if (readExit(folder)) throw notListening(folder)
    if (performance.now() > deadline) throw notReading(folder)
    await delay(RETRY_MS)
  }
}

function openFifo(folder: string): number {
  try {
    return openSync(runFiles(folder).input, constants.O_WRONLY | constants.O_NONBLOCK)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENXIO' || code === 'ENOENT') throw notListening(folder)
    throw error
  }
}

async function writeWhole(fifo: number, bytes: Buffer, folder: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  let written = 0
  while (written < bytes.length) {
    try {
      written += writeSync(fifo, bytes, written)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      if (code === 'EPIPE') throw notListening(folder)
      if (code !== 'EAGAIN') throw error
      if (performance.now() > deadline) {
        throw notReading(folder)
      }
      await delay(RETRY_MS)
    }
  }
}

function notReading(folder: string): RecorderError {
  const message = `The harness of the run in ${folder} does not read its input. Interrupt it, or try again.`
  return new RecorderError('not-listening', message)
}

function notListening(folder: string): RecorderError {
  return new RecorderError(
    'not-listening',
    `The harness of the run in ${folder} takes no more input: it has ended or closed it. Start a new run.`,
  )
}

/** One writer at a time, whichever process it is in; a lock whose holder is gone is taken over. */
async function withInputLock(folder: string, work: () => Promise<void>): Promise<void> {
  const { inputLock } = runFiles(folder)
  const own = JSON.stringify(identityOf(process.pid))
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      writeFileSync(inputLock, own, { flag: 'wx', mode: 0o600 })
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      if (isStale(inputLock)) rmSync(inputLock, { force: true })
      else if (performance.now() > deadline) {
        throw new RecorderError(
          'not-listening',
          `Another process is writing to the run in ${folder}. Try again.`,
        )
      } else await delay(RETRY_MS)
    }
  }
  try {
    await work()
  } finally {
    rmSync(inputLock, { force: true })
  }
}

function isStale(path: string): boolean {
  try {
    return !isAlive(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    // Gone meanwhile, being written, or left empty by a writer that died just then.
    const lock = statSync(path, { throwIfNoEntry: false })
    return lock !== undefined && Date.now() - lock.mtimeMs > PATIENCE_MS / 2
  }
}
