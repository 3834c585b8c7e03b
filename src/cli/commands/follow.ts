import { basename, resolve } from 'node:path'
import { detectProtocol } from '../../dialects/registry.ts'
import { appendForeign, createForeignRun, endForeign } from '../../recorder/index.ts'
import type { RunRecord } from '../../store/index.ts'
import { withStore } from '../home.ts'
import { readProtocol } from '../option-values.ts'
import { CliProblem } from '../problem.ts'
import { recordAndPrint } from '../record-and-print.ts'
import { type TailPart, tailFile } from '../tail-file.ts'

/** What `follow` was told. */
export type FollowCommandOptions = { protocol?: string; title?: string; json?: boolean; raw?: boolean }

const NEWLINE = 0x0a
/** So much of the beginning is looked at to find the protocol, and so long is it waited for (ms). */
const PEEK_BYTES = 64 * 1024

/**
 * Records a stream that another program writes to a file or to our stdin, and prints it live, until it ends (stdin) or the
 * user ends it.
 */
export async function followCommand(file: string, options: FollowCommandOptions): Promise<void> {
  const ending = new AbortController()
  const end = (): void => ending.abort()
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  await withStore(async (store, home) => {
    const parts = file === '-' ? readStdin(ending.signal) : tailFile(resolve(file), ending.signal)
    const { protocol, ahead } = await findProtocol(parts, file, options.protocol)
    const name = file === '-' ? 'stdin' : basename(file)
    const started = await createForeignRun(store, {
      home,
      protocol,
      title: options.title,
      command: ['follow', name],
      cwd: process.cwd(),
    })
    const run = (await store.getRun(started.runId)) as RunRecord
    const copied = copyParts(run, ahead, parts)
    const never = new AbortController().signal
    await Promise.all([copied, recordAndPrint(store, started, options, never)])
  })
}

/** Reads on until a line tells the protocol; what was read is handed on. A stream of plain text is `none`. */
async function findProtocol(
  parts: AsyncGenerator<TailPart>,
  file: string,
  given: string | undefined,
): Promise<{ protocol: string; ahead: TailPart[] }> {
  if (given !== undefined) return { protocol: readProtocol(given), ahead: [] }
  const ahead: TailPart[] = []
  let text = ''
  while (text.length < PEEK_BYTES) {
    const next = await parts.next()
    if (next.done) break
    ahead.push(next.value)
    if (next.value !== 'anew') text += Buffer.from(next.value).toString('utf8')
    const lines = text.split('\n').slice(0, -1)
    const protocol = detectProtocol(lines)
    if (protocol !== null) return { protocol, ahead }
    if (lines.some((line) => line.trim() !== '' && !line.trim().startsWith('{'))) break
  }
  if (text === '') throw new CliProblem(`Nothing was written to ${file === '-' ? 'stdin' : file}.`)
  return { protocol: 'none', ahead }
}

async function copyParts(run: RunRecord, ahead: TailPart[], parts: AsyncGenerator<TailPart>): Promise<void> {
  let size = 0
  let isLineOpen = false
  const copy = (part: TailPart): void => {
    // Half a line of the old file is not the beginning of the new one's first.
    const bytes = part !== 'anew' ? part : isLineOpen ? Uint8Array.of(NEWLINE) : new Uint8Array(0)
    if (bytes.length === 0) return
    size = appendForeign(run, size, bytes)
    isLineOpen = bytes.at(-1) !== NEWLINE
  }
  try {
    for (const part of ahead) copy(part)
    for await (const part of parts) copy(part)
  } finally {
    endForeign(run, {})
  }
}

async function* readStdin(signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const aborted = new Promise<'aborted'>((resolve) =>
    signal.addEventListener('abort', () => resolve('aborted')),
  )
  const chunks = process.stdin[Symbol.asyncIterator]()
  for (;;) {
    const next = await Promise.race([chunks.next(), aborted])
    if (next === 'aborted' || next.done) break
    yield next.value as Uint8Array
  }
  process.stdin.destroy()
}
