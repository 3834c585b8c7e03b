import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAgentProtocol } from '../../src/index.ts'

/** A public bug report as a small input with the right answer; see `fixtures/cases`. */
export type BugCase = {
  id: string
  fact: string
  protocol: string
  input: string
  expect: Record<string, unknown>
  accept?: Record<string, unknown>[]
  chunks?: number[]
  chunkEvery?: number
  expand?: { placeholder?: string; char?: string; count?: number; repeatLine?: number; times?: number }[]
  files?: string[]
  context?: {
    eof?: boolean
    exit?: { code?: number | null; signal?: string | null }
    processes?: { fromLine: number }[]
  }
}

/** The case in a folder. */
export function readCase(folder: string): BugCase {
  const bugCase: BugCase = JSON.parse(readFileSync(join(folder, 'case.json'), 'utf8'))
  return { ...bugCase, protocol: protocolOfCase(bugCase.protocol) }
}

/** Our name of a protocol: cases name some by the harness (`codex` for `codex-json`). */
export function protocolOfCase(name: string): string {
  return isAgentProtocol(name) ? name : `${name}-json`
}

/** The bytes of a case's input, grown as `expand` says, or of one of its other files as they are. */
export function readInput(folder: string, bugCase: BugCase, file: string = bugCase.input): Uint8Array {
  const bytes = readFileSync(join(folder, file))
  if (file !== bugCase.input || !bugCase.expand) return bytes
  let lines = bytes.toString('utf8').replace(/\n$/, '').split('\n')
  for (const { placeholder, char = '', count = 0, repeatLine, times = 1 } of bugCase.expand) {
    if (placeholder) lines = lines.map((line) => line.replaceAll(placeholder, char.repeat(count)))
    if (repeatLine) {
      lines = lines.flatMap((line, index) => (index === repeatLine - 1 ? Array(times).fill(line) : [line]))
    }
  }
  return Buffer.from(`${lines.join('\n')}\n`)
}

/** The input in the reads that the case describes. */
export function readChunks(bytes: Uint8Array, { chunks, chunkEvery }: BugCase): Uint8Array[] {
  const every = chunkEvery ?? bytes.length
  const sizes = chunks ?? Array(Math.ceil(bytes.length / every)).fill(every)
  let start = 0
  return sizes.map((size) => {
    start += size
    return bytes.subarray(start - size, start)
  })
}
