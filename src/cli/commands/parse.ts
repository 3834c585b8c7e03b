import { createReadStream } from 'node:fs'
import { createLineSplitter, type Line } from '../../core/lines.ts'
import { AGENT_PROTOCOLS, detectProtocol, isAgentProtocol, parseLines } from '../../dialects/registry.ts'
import { CliProblem } from '../problem.ts'

/** Lines that are looked at to find out which protocol they speak. */
const DETECTION_LINES = 50

/** Prints the events of a file's lines (or of stdin's), one JSON a line. */
export async function parseCommand(
  file: string | undefined,
  options: { protocol?: string; whole?: boolean },
): Promise<void> {
  if (options.protocol !== undefined && !isAgentProtocol(options.protocol)) {
    const known = AGENT_PROTOCOLS.join(', ')
    throw new CliProblem(
      `Unknown protocol ${JSON.stringify(options.protocol)}. Known protocols: ${known}.`,
      2,
    )
  }
  const clip = options.whole ? { clip: Number.POSITIVE_INFINITY } : {}
  let protocol = options.protocol ?? null
  let held: string[] = []

  const print = async (lines: readonly string[]): Promise<void> => {
    for (const event of parseLines(protocol ?? 'jsonl', lines, undefined, clip)) {
      if (!process.stdout.write(`${JSON.stringify(event)}\n`)) await drained()
    }
  }
  const take = async (lines: readonly Line[], isEnd: boolean): Promise<void> => {
    const texts = lines.flatMap((line) => unfold(line.text))
    if (protocol !== null) {
      await print(texts)
      return
    }
    held.push(...texts)
    protocol = detectProtocol(held)
    if (protocol === null && !isEnd && held.length < DETECTION_LINES) return
    protocol ??= 'jsonl'
    await print(held)
    held = []
  }

  const splitter = createLineSplitter()
  try {
    const input = file === undefined || file === '-' ? process.stdin : createReadStream(file)
    for await (const chunk of input) await take(splitter.push(chunk as Uint8Array), false)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined || code === 'EPIPE') throw error
    throw new CliProblem(`${file} cannot be read (${code}): ${message}. Check the path and its permissions.`)
  }
  await take(splitter.end(), true)
}

/** `--output-format json` of Claude and Qwen prints the whole session as one array: its entries are the lines. */
function unfold(line: string): string[] {
  if (!line.trimStart().startsWith('[')) return [line]
  try {
    const entries: unknown = JSON.parse(line)
    return Array.isArray(entries) ? entries.map((entry) => JSON.stringify(entry)) : [line]
  } catch {
    return [line]
  }
}

function drained(): Promise<void> {
  return new Promise((resolve) => process.stdout.once('drain', () => resolve()))
}
