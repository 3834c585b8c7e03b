import { createReadStream } from 'node:fs'
import { createLineSplitter, type Line } from '../core/lines.ts'
import { CliProblem } from './problem.ts'

/** The lines of a file, or of stdin for `-` or no name, as they come. Throws a `CliProblem` for one that cannot be read. */
export async function* readLines(file: string | undefined): AsyncGenerator<Line[], void, void> {
  const splitter = createLineSplitter()
  for await (const chunk of readChunks(file)) yield splitter.push(chunk)
  yield splitter.end()
}

async function* readChunks(file: string | undefined): AsyncGenerator<Uint8Array, void, void> {
  const isStdin = file === undefined || file === '-'
  const input = isStdin ? process.stdin : createReadStream(file, { highWaterMark: 256 * 1024 })
  const chunks = input[Symbol.asyncIterator]()
  for (;;) {
    // Only errors of reading are explained here, not those of whoever takes the lines.
    const next = await chunks.next().catch((error: NodeJS.ErrnoException) => {
      throw new CliProblem(explain(isStdin ? 'stdin' : file, error), 1, { cause: error })
    })
    if (next.done) return
    yield next.value
  }
}

function explain(name: string, { code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'ENOENT':
      return `There is no file ${name}. Check the path, or pipe the lines in: agent-stream parse < FILE`
    case 'EACCES':
    case 'EPERM':
      return `${name} may not be read. Check its permissions.`
    case 'EISDIR':
      return `${name} is a folder. Name a file with the stdout of a harness.`
    default:
      return `${name} cannot be read: ${message}`
  }
}
